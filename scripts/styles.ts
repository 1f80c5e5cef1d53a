import { parse, type AtRule, type ChildNode, type Rule } from 'postcss'
import type { Style } from '#server/used-styles.ts'

/**
 * The rules of a style sheet that a page is first shown with, each with what the page must have for it to apply; `base` is the
 * address of its folder. What answers a pointer or is for paper comes with the whole sheet.
 */
export function readStyles(css: string, base: string): Style[] {
  return parse(css.replaceAll(/url\(\.\//g, `url(${base}`)).nodes.flatMap(readNode)
}

function readNode(node: ChildNode): Style[] {
  if (node.type === 'rule') return [readRule(node)]
  if (node.type !== 'atrule' || (node.name === 'media' && node.params === 'print')) return []
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
  const body = rule.nodes.map((node) => node.toString()).join(';')
  const first = rule.selectors.filter((text) => !LATER.test(text))
  return { selectors: first.map((text) => ({ text, needs: needsOf(text) })), body }
}

const LATER = /(?<!\()(?::hover|:active)/

const LETTER = 0x61

// What stands in `:not()`, `:is()` and the like may be there or not; a state may come without a script.
function needsOf(selector: string): string[] {
  let plain = selector
  while (/\([^()]*\)/.test(plain)) plain = plain.replaceAll(/\([^()]*\)/g, '')
  plain = plain.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/::?[\w-]+/g, '')
  return [...plain.matchAll(/[.#]?[a-z][\w-]*/gi)].map(([name]) => name)
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
