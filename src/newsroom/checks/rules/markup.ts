import { blocking, count, revising, type Finding } from '#newsroom/article/finding.ts'
import { codeSpans } from '#text/prose.ts'
import { ownSources, passages, sourceText, type Passage } from '#newsroom/article/passages.ts'
import type { Check } from '#newsroom/checks/check.ts'

/** Blocks HTML, links, addresses, hidden characters and all Markdown except bold, italic and code. */
export const markup: Check = {
  name: 'No HTML, no links, no hidden characters',
  run({ draft, sources }) {
    const all = passages(draft)
    const texts = sources.map((source) => ({ id: source.id, text: `${sourceText(source)}\n${source.url}` }))
    const findings = all.flatMap((passage) => [
      ...hiddenIn(passage),
      ...addressesInCode(passage, ownSources(passage, texts)),
      ...(passage.kind === 'code' ? [] : patternsIn(passage)),
    ])
    return { detail: count(all.length, 'passage'), findings }
  },
}

const DOMAINS =
  'com|org|net|io|dev|app|ai|co|gov|edu|mil|int|info|biz|xyz|online|site|top|click|link|me|tv|gg|sh|to|cc|example|test|invalid|local|onion|eth|uk|de|fr|nl|eu|us|ca|au|jp|cn|ru|in|br|it|es|ch|at|se|no|fi|dk|pl|ie|be|nz|za|kr'
const HOST = String.raw`(?<![\p{L}\p{N}_.@-])(?:[a-z0-9-]+\.)+(?:${DOMAINS})`
const ADDRESSES = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S*/i,
  /\b(?:javascript|data|vbscript|mailto|file|tel|magnet|ipfs):[^\s,;]\S*/i,
  /(?<![\p{L}\p{N}])www\.[\p{L}\p{N}]\S*/iu,
  new RegExp(String.raw`${HOST}(?::\d+)?[/?#]\S*`, 'iu'),
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\/\S+/,
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/iu,
]

const PATTERNS: Record<string, RegExp[]> = {
  html: [/<[a-z!/?][^<>]*>?/i, /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i],
  link: [/!?\[[^\]\n]*\]\s?\([^)\n]*\)?|!?\[[^\]\n]*\]\[[^\]\n]*\]|\[\^?\d+\]|^\s*\[[^\]\n]+\]:/m],
  address: ADDRESSES,
  'block-markup': [/^\s{0,3}(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,3}[.)]\s|\||[-*_=]{3,}\s*$)/m],
  'inline-markup': [/~~\S|(?<![\p{L}\p{N}_])__\S[^_]*__(?![\p{L}\p{N}])|\*{3,}|\$\$|\\[([]/u],
}
const MESSAGES: Record<string, string> = {
  html: 'The text has HTML: write plain text, and code between backticks.',
  link: 'The text has a link, a picture or a footnote: remove it.',
  address: 'The text has an address: remove it, because code links the sources.',
  'block-markup': 'The text has the Markdown of a heading, list, quote or table: use a block of that kind.',
  'inline-markup': 'Only **bold**, *italic* and `code` are allowed.',
}

// Zero-width characters, fillers, direction controls, tags, variation selectors and private use.
const HIDDEN = new RegExp(
  [
    String.raw`\p{Cf}|\p{Co}|\p{Cs}|(?![\n\t])\p{Cc}`,
    String.raw`\u034F|\u115F|\u1160|\u17B4|\u17B5|\u180B|\u180C|\u180D|\u2028|\u2029|\u2065|\u3164|\uFFA0|\uFFFC|\uFFFD`,
    // U+FE0F selects the form of an emoji. The other selectors can hide text.
    String.raw`[\uFE00-\uFE0E]|[\u{E0100}-\u{E01EF}]`,
  ].join('|'),
  'u',
)

function hiddenIn({ where, text, kind }: Passage): Finding[] {
  const found = HIDDEN.exec(text) ?? (kind === 'code' ? null : /\t/.exec(text))
  if (found === null) return []
  const character = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const message = `The text has the hidden character ${character}: remove it.`
  return [blocking({ code: 'hidden-character', where, message, evidence: character })]
}

// Code may have an address that one of its sources has too.
function addressesInCode({ where, kind, text }: Passage, own: { text: string }[]): Finding[] {
  const code = kind === 'code' ? text : codeSpans(text).join('\n')
  const addresses = ADDRESSES.flatMap((form) => code.match(new RegExp(form.source, `g${form.flags}`)) ?? [])
  const found = new Set(addresses.map((address) => address.replace(/["'`)\]>.,;]+$/, '')))
  const message = 'The code has an address that its sources do not have: remove it.'
  return [...found]
    .filter((address) => !own.some((source) => source.text.includes(address)))
    .filter((address) => ![...found].some((other) => other !== address && other.includes(address)))
    .map((evidence) => blocking({ code: 'address', where, message, evidence }))
}

function patternsIn({ where, text, kind }: Passage): Finding[] {
  // A word in place of code keeps the text around it apart.
  const prose = text.replaceAll(/`[^`\n]*`/g, 'code')
  const findings = Object.entries(PATTERNS).flatMap(([code, patterns]): Finding[] => {
    // An item or a cell may start with `3.` or `-5%`.
    if (code === 'block-markup' && (kind === 'item' || kind === 'row')) return []
    const found = patterns.map((pattern) => pattern.exec(prose)?.[0].trim()).find((match) => match !== undefined)
    if (found === undefined) return []
    return [blocking({ code, where, message: MESSAGES[code] ?? code, evidence: found })]
  })
  const isOdd = (mark: string) => prose.split(mark).length % 2 === 0
  const message = 'A mark of bold or code is not closed.'
  const open = isOdd('`') || isOdd('**') ? [revising({ code: 'unclosed-mark', where, message, evidence: text })] : []
  return [...findings, ...open]
}
