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

/** The fonts that a page shows a character of, as `@font-face` rules. */
export function usedFonts(styles: Style[], html: string): string {
  const codes = charactersIn(html)
  const isUsed = (style: Style) =>
    'characters' in style &&
    codes.some((code) => style.characters?.some(([first, last]) => code >= first && code <= last))
  return styles.map((style) => ('css' in style && isUsed(style) ? style.css : '')).join('')
}

/** What stands in for fonts that are not there yet, as `@font-face` rules: the same in every page. */
export function standInFonts(styles: Style[]): string {
  return styles.map((style) => ('css' in style && isStandIn(style) ? style.css : '')).join('')
}

/** The rules that a page uses before any script has changed it; its fonts are `usedFonts` and `standInFonts`. */
export function usedStyles(styles: Style[], html: string): string {
  const names = namesIn(html)
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
  const codes = new Set([LETTER])
  for (let at = 0; at < html.length; at += 1) if (html.charCodeAt(at) > 0x7e) codes.add(html.codePointAt(at) ?? 0)
  return [...codes]
}

const LETTER = 0x61

const NAMES = /<([a-z][\w-]*)|\s(?:(id|class)|(role|(?:aria|data)-[\w-]+))="([^"]*)"/g

function namesIn(html: string): Set<string> {
  const names = new Set<string>()
  const read = (part: string, scope: string): void => {
    for (const [, element, attribute, other, value = ''] of part.matchAll(NAMES)) {
      if (element !== undefined) names.add(scope + element)
      else if (other !== undefined) names.add(`[${other}]`).add(`[${other}=${value}]`)
      else if (attribute === 'id') names.add(`${scope}#${value}`)
      else for (const name of value.split(' ')) names.add(`${scope}.${name}`)
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
