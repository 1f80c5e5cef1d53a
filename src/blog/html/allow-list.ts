// What an article's HTML may hold, whoever wrote it: the one list of the server, the browser, the feeds and the newsroom.
// Nothing here can run, load code, take input or dress up as a part of the site.

/** Elements that mean the same wherever they are shown: all that an author may write and that a feed passes on. */
export const PLAIN_TAGS = words(`
  h2 h3 h4 h5 h6 p br hr blockquote ul ol li dl dt dd a em strong b i del mark sup sub abbr code
  pre kbd figure figcaption table caption thead tbody tr th td
`)

/** Elements of reading matter. */
export const ALLOWED_TAGS = [
  ...PLAIN_TAGS,
  ...words('cite q u s ins small time span samp var div section img picture tfoot details summary'),
]

/** Elements of a drawn figure: shapes and text only, nothing that references or animates. */
export const ALLOWED_SVG_TAGS = words('svg g path rect circle ellipse line polyline polygon text tspan')

/** Elements of a formula, in MathML Core: nothing that leads anywhere, that acts, or that may hold HTML. */
export const ALLOWED_MATH_TAGS = words(`
  math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd
`)

/** Elements that go with all that is in them; of any other that is not allowed, the content stays. */
export const DROPPED_TAGS = words(`
  script style template noscript iframe object audio video title desc head textarea select xmp
  plaintext noembed noframes foreignObject annotation annotation-xml ms
`)

/** Attributes, in the spelling of HTML; `allowedValue` judges some of them by value as well. */
export const ALLOWED_ATTRIBUTES = words(`
  class id role aria-label aria-labelledby tabindex title lang dir href src alt width height colspan rowspan
  scope start reversed datetime open
`)

/** Attributes of a drawn figure. */
export const ALLOWED_SVG_ATTRIBUTES = words(`
  viewBox d x y x1 y1 x2 y2 cx cy r rx ry dx dy points transform text-anchor dominant-baseline
  stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity fill-opacity
`)

/** Attributes of a formula, which has no others; `allowedMathValue` judges them by value. */
export const ALLOWED_MATH_ATTRIBUTES = words('aria-label display displaystyle mathvariant stretchy width')

/** Ids of the interface, which no article may take: a link or a label would lead to the article instead. */
export const RESERVED_IDS = words(`
  root wordmark page-data main site-nav search-results toc-heading tags-heading trending-heading
  also-new corrections sources retracted evidence-note
`)

/** Ids of the interface that end in a number: the sources of an article and the results of a search. */
export const RESERVED_ID_PATTERN = /^(?:s|search-result-)\d+$/

/** The patterns of the values that `allowedValue` lets through. */
export const ALLOWED_VALUES = {
  class:
    /^(?:code|code-bar|table|table-fig|wide|num|tabular|formula|no|where|changes|correct(?:ed|ion)|nb|small|mono|said|tok-[ksnfc]|[fs]-[a-z]+)$/,
  id: /^[a-z][a-z0-9-]*$/,
  role: /^(?:img|region)$/,
  tabindex: /^0$/,
  href: /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i,
  src: /^(?:https?:\/\/|\/(?![/\\]))/i,
}

/** The patterns of the values that `allowedMathValue` lets through. */
export const ALLOWED_MATH_VALUES = {
  display: /^(?:block|inline)$/,
  displaystyle: /^(?:true|false)$/,
  mathvariant: /^normal$/,
  stretchy: /^(?:true|false)$/,
  width: /^\d?(?:\.\d{1,4})?em$/,
}

/** The value that an attribute may keep, or null to drop it. */
export function allowedValue(name: string, value: string): string | null {
  switch (name) {
    case 'class': {
      const words = value.split(/\s+/).filter((word) => ALLOWED_VALUES.class.test(word))
      return words.length > 0 ? words.join(' ') : null
    }
    case 'id':
      return ALLOWED_VALUES.id.test(value) && !isReservedId(value) ? value : null
    case 'aria-labelledby':
      return ALLOWED_VALUES.id.test(value) ? value : null
    case 'role':
    case 'tabindex':
    case 'href':
    case 'src':
      return ALLOWED_VALUES[name].test(value) ? value : null
    default:
      return value
  }
}

/** The value that an attribute of a formula may keep, or null to drop it. */
export function allowedMathValue(name: string, value: string): string | null {
  switch (name) {
    case 'display':
    case 'displaystyle':
    case 'mathvariant':
    case 'stretchy':
    case 'width':
      return ALLOWED_MATH_VALUES[name].test(value) ? value : null
    default:
      return value
  }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Whether an id belongs to the interface. */
export function isReservedId(id: string): boolean {
  return RESERVED_IDS.includes(id) || RESERVED_ID_PATTERN.test(id)
}
