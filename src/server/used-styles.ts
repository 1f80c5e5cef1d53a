import { LRUCache } from 'lru-cache'

/**
 * What a selector needs of a page: `.class`, `#id`, `element`, `[attribute]` or `[attribute=value]` (a role, `aria-` and `data-` alone), or
 * one of a list of these; `.prose name` is one within a text.
 */
export type Need = string | string[]

/**
 * A part of a style sheet: a rule, with what each of its selectors needs of a page; a block of them; or what has no selector,
 * such as a font, with the characters it is for.
 */
export type Style =
  | { selectors: { text: string; needs: Need[] }[]; body: string }
  | { open: string; rules: Style[] }
  | { css: string; keyframes?: string; characters?: [first: number, last: number][] }

/** What a page brings along of the site's styles, before any script has changed it. */
export type PageStyles = {
  /** What stands in for fonts that are not there yet, as `@font-face` rules: the same in every page. */
  standIns: string
  /** The rules that a page uses. */
  rules(html: string): string
  /** The fonts that a page shows a character of, as `@font-face` rules. */
  fonts(html: string): string
}

// Pages of a kind use the same rules; articles are of as many kinds as they mix lists, tables, code and the like.
const MOST_KINDS = 100

/** Chooses what pages bring along from the styles of the site. */
export function createPageStyles(styles: Style[]): PageStyles {
  const needed = [...new Set(styles.flatMap(namesNeeded))]
  const written = new LRUCache<string, string, Set<string>>({
    max: MOST_KINDS,
    memoMethod: (_kind, _before, { context: names }) => writeRules(styles, names),
  })
  return {
    standIns: styles.map((style) => ('css' in style && isStandIn(style) ? style.css : '')).join(''),
    rules(html) {
      const names = namesIn(html)
      return written.memo(needed.map((name) => (names.has(name) ? 1 : 0)).join(''), { context: names })
    },
    fonts: (html) => usedFonts(styles, html),
  }
}

function namesNeeded(style: Style): string[] {
  if ('selectors' in style) return style.selectors.flatMap(({ needs }) => needs.flat())
  return 'rules' in style ? style.rules.flatMap(namesNeeded) : []
}

function usedFonts(styles: Style[], html: string): string {
  const codes = charactersIn(html)
  const isUsed = (style: Style) =>
    'characters' in style &&
    codes.some((code) => style.characters?.some(([first, last]) => code >= first && code <= last))
  return styles.map((style) => ('css' in style && isUsed(style) ? style.css : '')).join('')
}

function writeRules(styles: Style[], names: Set<string>): string {
  const write = (style: Style): string => {
    if ('selectors' in style) {
      const used = style.selectors.filter(({ needs }) =>
        needs.every((need) => (typeof need === 'string' ? names.has(need) : need.some((name) => names.has(name)))),
      )
      return used.length === 0 ? '' : `${used.map(({ text }) => text).join()}{${style.body}}`
    }
    if ('rules' in style) {
      const rules = style.rules.map(write).join('')
      return rules === '' ? '' : `${style.open}{${rules}}`
    }
    const { css, keyframes, characters } = style
    return keyframes === undefined && characters === undefined && !isStandIn(style) ? css : ''
  }
  const written = styles.map(write).join('')
  const used = styles.map((style) => keyframesIn(style, written)).join('') + written
  return withFewerProperties(used)
}

// A font that is on the reader's machine or nowhere.
function isStandIn({ css, characters }: { css: string; characters?: unknown }): boolean {
  return css.startsWith('@font-face') && characters === undefined
}

// A custom property; not one whose value holds a text in quotation marks, as that may hold what would end it.
const PROPERTY = /(?<=[{;])(--[\w-]+):([^;{}"']*)(?:;|(?=\}))/g

// Leaves out the custom properties that no rule of the page uses.
function withFewerProperties(css: string): string {
  const uses = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const kept = (declaration: string, name: string) => (uses.has(name) ? declaration : '')
  return css.replaceAll(PROPERTY, kept).replaceAll(EMPTY_RULE, '').replaceAll(EMPTY_RULE, '')
}

// A rule that set nothing else, and then the block that it was alone in.
const EMPTY_RULE = /(?<=[{}])[^{};"']+\{\}/g

// An animation is used by its name, in a rule that is.
function keyframesIn(style: Style, written: string): string {
  if ('rules' in style) return style.rules.map((rule) => keyframesIn(rule, written)).join('')
  return 'keyframes' in style && style.keyframes !== undefined && written.includes(style.keyframes) ? style.css : ''
}

// There is no page without letters, so of those of English one stands for all.
function charactersIn(html: string): number[] {
  const characters = new Set([LETTER, ...[...new Set(html.match(/[^\0-~]+/g))].join('')])
  return Array.from(characters, (character) => character.codePointAt(0) ?? 0)
}

const LETTER = 'a'

const NAMES = /<[a-z][\w-]*|\s(?:id|class|role|(?:aria|data)-[\w-]+)="[^"]*"/g

function namesIn(html: string): Set<string> {
  const names = new Set<string>()
  const read = (part: string, scope: string): void => {
    // Most stand in a page many times.
    for (const found of new Set(part.match(NAMES))) {
      const [name = '', value = ''] = found.slice(1, -1).split('="')
      if (found.startsWith('<')) names.add(scope + found.slice(1))
      else if (name === 'id') names.add(`${scope}#${value}`)
      else if (name === 'class') for (const one of value.split(' ')) names.add(`${scope}.${one}`)
      else names.add(`[${name}]`).add(`[${name}=${value}]`)
    }
  }
  const shown = withoutFolded(html)
  read(shown, '')
  for (const text of textsIn(shown)) read(text, '.prose ')
  return names
}

// What a reader has to unfold first comes with the whole sheet. Of one within another a part stays, for styles too many.
function withoutFolded(html: string): string {
  return html.replaceAll(/<details(?: [^>]*)?>.*?<\/details>/gs, (details) =>
    /^<details[^>]* open/.test(details) ? details : details.slice(0, details.indexOf('</summary>')),
  )
}

// The elements that readers know as the text of a page: many rules are for what stands in one, and a text has few kinds of it.
function* textsIn(html: string): Generator<string> {
  let end = 0
  for (const { index } of html.matchAll(/<div class="prose[ "]/g)) {
    // Within one that was read: however many an article holds, each part is read once.
    if (index < end) continue
    let depth = 0
    for (const { 1: slash, index: at } of html.slice(index).matchAll(/<(\/?)div\b/g)) {
      depth += slash === '' ? 1 : -1
      if (depth > 0) continue
      end = index + at
      yield html.slice(index, end)
      break
    }
  }
}
