// The elements and attributes that article HTML may contain. The server, browsers, feeds and the newsroom share this
// list. None of the listed elements and attributes can run or load code, accept input or imitate a part of the site.

/** Elements that do not depend on the site's styles. Authors can write them, and feeds can contain them. */
export const PLAIN_TAGS = words(`
  h2 h3 h4 h5 h6 p br hr blockquote ul ol li dl dt dd a em strong b i del mark sup sub abbr code
  pre kbd figure figcaption table caption thead tbody tr th td
`)

/** The HTML elements that an article may contain. */
export const ALLOWED_TAGS = [
  ...PLAIN_TAGS,
  ...words('cite q u s ins small time span samp var div section img picture tfoot details summary'),
]

/**
 * The elements that an SVG figure may contain: shapes and text, but nothing that animates or refers to other content.
 */
export const ALLOWED_SVG_TAGS = words('svg g path rect circle ellipse line polyline polygon text tspan')

/** The MathML Core elements that a formula may contain. They cannot link, run code or contain HTML. */
export const ALLOWED_MATH_TAGS = words(`
  math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd
`)

/** Elements that are removed together with their content. Other forbidden elements are replaced with their content. */
export const DROPPED_TAGS = words(`
  script style template noscript iframe object audio video title desc head textarea select xmp
  plaintext noembed noframes foreignObject annotation annotation-xml ms
`)

/** The HTML attributes that an article may contain. `allowedValue` checks the values of some of them. */
export const ALLOWED_ATTRIBUTES = words(`
  class id role aria-label aria-labelledby tabindex title lang dir href src alt width height colspan rowspan
  scope start reversed datetime open
`)

/** The attributes that an SVG figure may contain. */
export const ALLOWED_SVG_ATTRIBUTES = words(`
  viewBox d x y x1 y1 x2 y2 cx cy r rx ry dx dy points transform text-anchor dominant-baseline
  stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity fill-opacity
`)

/** The only attributes that a formula may have. `allowedValue` checks their values. */
export const ALLOWED_MATH_ATTRIBUTES = words('aria-label display displaystyle mathvariant stretchy width')

// Ids in the user interface. Articles must not use them, because the interface's links and labels would then point to
// an element in the article.
const RESERVED_IDS = words(`
  root wordmark page-data main site-nav search-results toc-heading tags-heading trending-heading
  also-new corrections sources retracted evidence-note
`)

// Ids in the user interface that end in a number, which sources of articles and search results have.
const RESERVED_ID_PATTERN = /^(?:s|search-result-)\d+$/

const CLASS =
  /^(?:code|code-bar|table|table-fig|wide|num|tabular|formula|no|where|changes|source|quiet|nowrap|correct(?:ed|ion)|small|mono|said|tok-[ksnfc]|[fs]-[a-z]+)$/
const ID = /^[a-z][a-z0-9-]*$/

const ALLOWED_VALUES = new Map([
  ['id', ID],
  ['aria-labelledby', ID],
  ['role', /^(?:img|region)$/],
  ['tabindex', /^0$/],
  ['href', /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i],
  ['src', /^(?:https?:\/\/|\/(?![/\\]))/i],
])

const ALLOWED_MATH_VALUES = new Map([
  ['display', /^(?:block|inline)$/],
  ['displaystyle', /^(?:true|false)$/],
  ['mathvariant', /^normal$/],
  ['stretchy', /^(?:true|false)$/],
  ['width', /^\d?(?:\.\d{1,4})?em$/],
])

// Matches the end of a comment or of an element whose content is not parsed. Attributes with such values are dropped,
// because another parser could end a comment or an element there.
const BREAKOUT = /(?:--!?|\])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i

/**
 * Returns an attribute's allowed value, or null to drop the attribute. The rules for formulas are stricter (`isMath`).
 */
export function allowedValue({ name, value, isMath }: { name: string; value: string; isMath: boolean }): string | null {
  if (BREAKOUT.test(value) || (name === 'id' && isReservedId(value))) return null
  if (name === 'class') {
    const allowed = value.split(/\s+/).filter((word) => CLASS.test(word))
    return allowed.join(' ') || null
  }
  const pattern = (isMath ? ALLOWED_MATH_VALUES : ALLOWED_VALUES).get(name)
  return (pattern?.test(value) ?? true) ? value : null
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** True if an id belongs to the user interface. */
export function isReservedId(id: string): boolean {
  return RESERVED_IDS.includes(id) || RESERVED_ID_PATTERN.test(id)
}
