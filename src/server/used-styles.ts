/**
 * A part of a style sheet: a rule, with what each of its selectors needs of a page (`.class`, `#id`, `element`); a block of
 * them; or what has no selector, such as a font, with the characters it is for.
 */
export type Style =
  | { selectors: { text: string; needs: string[] }[]; body: string }
  | { open: string; rules: Style[] }
  | { css: string; keyframes?: string; characters?: [first: number, last: number][] }

/** The styles that a page uses before any script has changed it. */
export function usedStyles(styles: Style[], html: string): string {
  const names = namesIn(html)
  const characters = charactersIn(html)
  const write = (style: Style): string => {
    if ('selectors' in style) {
      const used = style.selectors.filter(({ needs }) => needs.every((name) => names.has(name)))
      return used.length === 0 ? '' : `${used.map(({ text }) => text).join()}{${style.body}}`
    }
    if ('rules' in style) {
      const rules = style.rules.map(write).join('')
      return rules === '' ? '' : `${style.open}{${rules}}`
    }
    const { css, keyframes, characters: ranges } = style
    if (keyframes !== undefined) return ''
    if (ranges === undefined) return css
    return characters.some((code) => ranges.some(([first, last]) => code >= first && code <= last)) ? css : ''
  }
  const written = styles.map(write).join('')
  return withoutUnusedProperties(styles.map((style) => keyframesIn(style, written)).join('') + written)
}

// One whose value holds a text in quotation marks stays, as that may hold what would end it.
const PROPERTY = /(?<=[{;])(--[\w-]+):[^;{}"']*(?:;|(?=\}))/g

function withoutUnusedProperties(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  return css.replaceAll(PROPERTY, (declaration, name: string) => (used.has(name) ? declaration : ''))
}

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

const NAMES = /<([a-z][\w-]*)|\s(id|class)="([^"]*)"/g

function namesIn(html: string): Set<string> {
  const names = new Set<string>()
  for (const [, element, attribute, value = ''] of html.matchAll(NAMES)) {
    if (element !== undefined) names.add(element)
    else if (attribute === 'id') names.add(`#${value}`)
    else for (const name of value.split(' ')) names.add(`.${name}`)
  }
  return names
}
