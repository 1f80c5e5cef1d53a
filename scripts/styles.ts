import { parse, type AtRule, type ChildNode, type Declaration, type Plugin, type Root, type Rule } from 'postcss'
import type { Need, Style } from '#server/used-styles.ts'

/**
 * The rules of a style sheet that a page is first shown with, each with what the page must have for it to apply; `base` is the
 * address of its folder. What answers a pointer, a selection or scrolling, improves on how a focus is shown, fades the edges of a row
 * that scrolls, registers a property that is animated, is for paper or for a page without scripts comes with the whole sheet.
 */
export function readStyles(css: string, base: string): Style[] {
  return parse(css.replaceAll(/url\(\.\//g, `url(${base}`)).nodes.flatMap(readNode)
}

function readNode(node: ChildNode): Style[] {
  if (node.type === 'rule') return [readRule(node)]
  if (node.type !== 'atrule' || LATER_BLOCK.test(`@${node.name} ${node.params}`)) return []
  if (node.nodes === undefined || !isBlockOfRules(node)) return [readWhole(node)]
  return [{ open: `@${node.name} ${node.params}`, rules: node.nodes.flatMap(readNode) }]
}

// A font, or what an animation goes through, is taken or left as one.
function isBlockOfRules({ name, nodes = [] }: AtRule): boolean {
  return name !== 'keyframes' && nodes.every(({ type }) => type !== 'decl')
}

function readWhole(node: AtRule): Style {
  const css = `${node.toString()}${node.nodes === undefined ? ';' : ''}`
  if (node.name === 'keyframes') return { css, keyframes: node.params }
  const range = /unicode-range:([^;}]*)/i.exec(css)?.[1]
  if (range === undefined) return { css }
  const characters = rangesIn(range)
  // Every page has the fonts of plain letters. The ranges of others, which come after them, are looked at first (CSS Fonts 4,
  // section 4.5), so that these need none.
  const isPlain = characters.some(([first, last]) => first <= LETTER && LETTER <= last)
  return { css: isPlain ? css.replace(/;?\s*unicode-range:[^;}]*/i, '') : css, characters }
}

function readRule(rule: Rule): Style {
  // Nothing changes gradually until it is used.
  const now = rule.nodes.filter((node) => node.type !== 'decl' || !node.prop.startsWith('transition'))
  const body = now.map((node) => tight(node.toString())).join(';')
  const first = rule.selectors.filter((text) => !LATER.test(text))
  return { selectors: body === '' ? [] : first.map((text) => ({ text, needs: needsOf(text) })), body }
}

// The build's own minifier leaves spaces after commas and around slashes, which say nothing outside of quotation marks.
function tight(declaration: string): string {
  return declaration.replaceAll(/("[^"]*")|\s*([,/])\s+/g, (_, quoted?: string, mark = '') => quoted ?? mark)
}

const LATER_BLOCK =
  /^@(?:page|property|media (?:print|\(scripting:\s*none\))$|supports \((?:animation-timeline|mask-image):)/

const LATER = /(?<!\()(?::hover|:active)|.:focus-visible|::(?:selection|highlight)/

const LETTER = 0x61

// What stands in `:not()` may be there or not, what stands alone in `:has()` must be, as must one of a list of names in `:is()`.
// Another state may come without a script, but no role and no `aria-` or `data-` attribute does.
function needsOf(selector: string): Need[] {
  const oneOf: string[][] = []
  let plain = selector
    .replaceAll(/:has\(([^(),]*)\)/g, ' $1 ')
    .replaceAll(/:is\(([.#\w,-]+)\)/g, (_, names: string) => {
      oneOf.push(names.split(','))
      return ''
    })
  while (/\([^()]*\)/.test(plain)) plain = plain.replaceAll(/\([^()]*\)/g, '')
  const attributes = [...plain.matchAll(/\[(?:role|(?:aria|data)-[\w-]+)(?:=[\w-]+)?\]/g)].map(
    ([attribute]) => attribute,
  )
  plain = plain.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/::?[\w-]+/g, '')
  const names = [...plain.matchAll(/[.#]?[a-z][\w-]*/gi)].map(([name]) => name)
  if (!/^\.prose[ >]/.test(plain)) return [...names, ...oneOf, ...attributes]
  const within = (name: string) => `.prose ${name}`
  return [...names.slice(0, 1), ...names.slice(1).map(within), ...oneOf.map((list) => list.map(within)), ...attributes]
}

function rangesIn(range: string): [number, number][] {
  return range.split(',').map((part) => {
    const [first = NaN, last = first] = part
      .trim()
      .slice(2)
      .split('-')
      .map((code) => parseInt(code.replaceAll('?', '0'), 16))
    return [first, part.includes('?') ? parseInt(part.trim().slice(2).replaceAll('?', 'f'), 16) : last]
  })
}

/**
 * Replaces each use of a custom property that is set once, for the whole page, by its value: a browser resolves `var()` for
 * every element anew. Lists of fonts, which have quotation marks, stay properties: they are long, and there are few.
 */
export const writeOutProperties: Plugin = { postcssPlugin: 'write-out-properties', OnceExit: writeOut }

function writeOut(root: Root): void {
  const declared = new Map<string, Declaration[]>()
  root.walkDecls(/^--/, (declaration) => {
    declared.set(declaration.prop, [...(declared.get(declaration.prop) ?? []), declaration])
  })
  const values = new Map<string, string>()
  for (const [name, [first, ...others]] of declared)
    if (first && others.length === 0 && isForAll(first) && !/["']/.test(first.value)) values.set(name, first.value)
  root.walkDecls((declaration) => {
    for (const [, name = ''] of declaration.value.matchAll(/var\(\s*(--[\w-]+)\s*,/g)) values.delete(name)
  })
  const write = (text: string): string =>
    text.replaceAll(/var\(\s*(--[\w-]+)\s*\)/g, (use, name: string) => {
      const value = values.get(name)
      return value === undefined ? use : write(value)
    })
  root.walkDecls((declaration) => {
    if (values.has(declaration.prop)) declaration.remove()
    else declaration.value = write(declaration.value)
  })
}

// In every window, for every reader.
function isForAll({ parent }: Declaration): boolean {
  const around = parent?.parent
  const isAlways = around?.type === 'root' || (around?.type === 'atrule' && 'name' in around && around.name === 'layer')
  return isAlways && parent !== undefined && 'selector' in parent && parent.selector === ':root'
}
