import { blocking, count, revising, type Finding } from '#newsroom/article/finding.ts'
import { codeSpans } from '#text/prose.ts'
import { ownSources, passages, sourceText, type Passage } from '#newsroom/article/passages.ts'
import type { Check } from '#newsroom/checks/check.ts'

/** The text holds bold, italic and code and nothing else: no HTML, no address, no link, no character that cannot be seen. */
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

const PATTERNS: readonly (readonly [code: string, pattern: RegExp, message: string])[] = [
  ['html', /<[a-z!/?][^<>]*>?/i, 'The text holds HTML: write plain text, and code between backticks.'],
  ['html', /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i, 'The text holds an HTML entity: write the character.'],
  [
    'link',
    /!?\[[^\]\n]*\]\s?\([^)\n]*\)?|!?\[[^\]\n]*\]\[[^\]\n]*\]|\[\^?\d+\]|^\s*\[[^\]\n]+\]:/m,
    'The text holds a Markdown link, picture or footnote: leave it out.',
  ],
  ...ADDRESSES.map(
    (pattern) =>
      ['address', pattern, 'The text holds an address: leave it out, the sources are linked by code.'] as const,
  ),
  [
    'block-markup',
    /^\s{0,3}(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,3}[.)]\s|\||[-*_=]{3,}\s*$)/m,
    'The text holds the Markdown of a heading, list, quote or table: use a section or block of that kind.',
  ],
  [
    'inline-markup',
    /~~\S|(?<![\p{L}\p{N}_])__\S[^_]*__(?![\p{L}\p{N}])|\*{3,}|\$\$|\\[([]/u,
    'Only **bold**, *italic* and `code` may be marked.',
  ],
]

// Zero-width and filler characters, controls of direction, tags and selectors that carry what nobody sees, private use.
const HIDDEN = new RegExp(
  [
    String.raw`\p{Cf}|\p{Co}|\p{Cs}|(?![\n\t])\p{Cc}`,
    String.raw`\u034F|\u115F|\u1160|\u17B4|\u17B5|\u180B|\u180C|\u180D|\u2028|\u2029|\u2065|\u3164|\uFFA0|\uFFFC|\uFFFD`,
    // A selector of an emoji's form is no way to hide text, the others are.
    String.raw`[\uFE00-\uFE0E]|[\u{E0100}-\u{E01EF}]`,
  ].join('|'),
  'u',
)

function hiddenIn({ where, text, kind }: Passage): Finding[] {
  const found = HIDDEN.exec(text) ?? (kind === 'code' ? null : /\t/.exec(text))
  if (found === null) return []
  const character = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const message = `The text holds the hidden character ${character}: leave it out.`
  return [blocking({ code: 'hidden-character', where, message, evidence: character })]
}

// Code may hold an address that one of its sources shows just so.
function addressesInCode({ where, kind, text }: Passage, own: { text: string }[]): Finding[] {
  const code = kind === 'code' ? text : codeSpans(text).join('\n')
  return ADDRESSES.flatMap((pattern) =>
    Array.from(code.matchAll(new RegExp(pattern.source, `g${pattern.flags}`)), ([address]) =>
      address.replace(/["'`)\]>.,;]+$/, ''),
    ),
  )
    .filter((address, index, all) => all.indexOf(address) === index && !all.some((other) => isWithin(address, other)))
    .filter((address) => !own.some((source) => source.text.includes(address)))
    .map((evidence) => {
      const message = 'The code holds an address that its sources do not show: leave it out.'
      return blocking({ code: 'address', where, message, evidence })
    })
}

// `https://a.example/b` is also `a.example/b`: it is one address.
function isWithin(address: string, other: string): boolean {
  return address !== other && other.includes(address)
}

function patternsIn({ where, text, kind }: Passage): Finding[] {
  // A span stays as a word, so that nothing around it runs together.
  const prose = text.replaceAll(/`[^`\n]*`/g, 'code')
  // An item or a row may begin like 3. or -5%.
  const patterns = PATTERNS.filter(([code]) => code !== 'block-markup' || (kind !== 'item' && kind !== 'row'))
  const findings = patterns.flatMap(([code, pattern, message]) => {
    const found = pattern.exec(prose)
    return found === null ? [] : [blocking({ code, where, message, evidence: found[0].trim() })]
  })
  const different = findings.filter(({ code }, index) => findings.findIndex((other) => other.code === code) === index)
  const isOdd = (mark: string) => prose.split(mark).length % 2 === 0
  if (isOdd('`') || isOdd('**')) {
    const message = 'A mark of bold or code is not closed.'
    different.push(revising({ code: 'unclosed-mark', where, message, evidence: text }))
  }
  return different
}
