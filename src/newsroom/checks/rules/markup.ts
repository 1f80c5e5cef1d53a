import { blocking, count, type Finding } from '#newsroom/article/finding.ts'
import { passages, type Passage } from '#newsroom/article/draft.ts'
import { matchesIn, type Check, type Patterns } from '#newsroom/checks/check.ts'

/** Blocks HTML, links, URLs, hidden characters and all Markdown except bold, italic and code. */
export const markup: Check = {
  name: 'No HTML, no links, no hidden characters',
  run({ draft }) {
    const all = passages(draft)
    const findings = all.flatMap((passage) => [
      ...hiddenIn(passage),
      ...(passage.kind === 'code' ? [] : patternsIn(passage)),
    ])
    return { detail: count(all.length, 'passage'), findings }
  },
}

const DOMAINS =
  'com|org|net|io|dev|app|ai|co|gov|edu|mil|int|info|biz|xyz|online|site|top|click|link|me|tv|gg|sh|to|cc|example|test|invalid|local|onion|eth|uk|de|fr|nl|eu|us|ca|au|jp|cn|ru|in|br|it|es|ch|at|se|no|fi|dk|pl|ie|be|nz|za|kr'
const HOST = String.raw`(?<![\p{L}\p{N}_.@-])(?:[a-z0-9-]+\.)+(?:${DOMAINS})`
const PATTERNS: Patterns = {
  html: [/<[a-z!/?][^<>]*>?/i, /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i],
  link: [/!?\[[^\]\n]*\]\s?\([^)\n]*\)?|!?\[[^\]\n]*\]\[[^\]\n]*\]|\[\^?\d+\]|^\s*\[[^\]\n]+\]:/m],
  address: [
    /\b[a-z][a-z0-9+.-]*:\/\/\S*/i,
    /\b(?:javascript|data|vbscript|mailto|file|tel|magnet|ipfs):[^\s,;]\S*/i,
    /(?<![\p{L}\p{N}])www\.[\p{L}\p{N}]\S*/iu,
    new RegExp(String.raw`${HOST}(?::\d+)?[/?#]\S*`, 'iu'),
    /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\/\S+/,
    /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/iu,
  ],
  'inline-markup': [/~~\S|(?<![\p{L}\p{N}_])__\S[^_]*__(?![\p{L}\p{N}])|\*{3,}|\$\$|\\[([]/u],
}
const BLOCK_MARKUP: Patterns = {
  'block-markup': [/^\s{0,3}(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,3}[.)]\s|\||[-*_=]{3,}\s*$)/m],
}
// Allows U+FE0F, which selects an emoji's colour form.
const HIDDEN =
  /(?!\uFE0F)\p{Default_Ignorable_Code_Point}|[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\uFFFC\uFFFD]|(?![\n\t])\p{Cc}/u

function hiddenIn({ where, text, kind }: Passage): Finding[] {
  const found = HIDDEN.exec(text) ?? (kind === 'code' ? null : /\t/.exec(text))
  if (found === null) return []
  const character = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const message = `The text contains the hidden character ${character}. Remove it.`
  return [blocking({ code: 'hidden-character', where, message, evidence: character })]
}

function patternsIn({ where, text, kind }: Passage): Finding[] {
  // Replace code with a word so that the text on both sides is not joined.
  const prose = text.replaceAll(/`[^`\n]*`/g, 'code')
  // A list item or a table cell may start with `3.` or `-5%`.
  const isOpen = kind === 'item' || kind === 'row'
  return matchesIn(prose, isOpen ? PATTERNS : { ...PATTERNS, ...BLOCK_MARKUP }).map((found) => {
    const message = `Remove "${found.evidence}". Only **bold**, *italic* and \`code\` are allowed, and the program links the sources.`
    return blocking({ ...found, where, message })
  })
}
