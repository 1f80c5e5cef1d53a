import { createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { HighlighterCore, ThemeRegistration } from 'shiki/core'

/** What a piece of code is: keyword, string, number, function, comment. */
export type TokenKind = 'k' | 's' | 'n' | 'f' | 'c'

/** A piece of code, or of the blanks between; null is anything without a colour of its own. */
export type Token = { text: string; kind: TokenKind | null }

// Placeholders: only the kind behind a colour reaches the page.
const COLOURS: Record<TokenKind | 'plain', string> = {
  plain: '#000000',
  k: '#00000A',
  s: '#00000B',
  n: '#00000C',
  f: '#00000D',
  c: '#00000E',
}
const KINDS = new Map<string, TokenKind>([
  [COLOURS.k, 'k'],
  [COLOURS.s, 's'],
  [COLOURS.n, 'n'],
  [COLOURS.f, 'f'],
  [COLOURS.c, 'c'],
])

// The names that TextMate grammars give to things, mapped to the five kinds. The longest match wins.
const SCOPES: [TokenKind | 'plain', string[]][] = [
  ['c', ['comment', 'punctuation.definition.comment']],
  ['s', ['string', 'constant.character', 'punctuation.definition.string', 'constant.other.symbol']],
  ['plain', ['string meta.embedded', 'string meta.template.expression', 'string.unquoted.plain.out.yaml']],
  ['n', ['constant.numeric', 'constant.other.color', 'keyword.other.unit']],
  ['k', ['keyword', 'storage', 'constant.language', 'entity.name.tag', 'support.type', 'keyword.operator.new']],
  ['k', ['keyword.operator.expression', 'keyword.operator.logical.python', 'variable.language', 'meta.tag keyword']],
  ['plain', ['keyword.operator', 'storage.type.function.arrow', 'variable.language.special.self.python']],
  ['f', ['entity.name.function', 'support.function', 'variable.function', 'entity.other.attribute-name']],
]

const THEME: ThemeRegistration = {
  name: 'stet',
  type: 'light',
  fg: COLOURS.plain,
  bg: '#FFFFFF',
  settings: [
    { settings: { foreground: COLOURS.plain } },
    ...SCOPES.map(([kind, scope]) => ({ scope, settings: { foreground: COLOURS[kind] } })),
  ],
}

// Grammars take a good part of a second to set up, so there is one highlighter for the process.
let highlighter: Promise<HighlighterCore> | null = null

/** Splits code into tokens; a language that is not known gives one plain token. */
export async function highlight(code: string, language: string): Promise<Token[]> {
  highlighter ??= createHighlighter()
  const { codeToTokensBase, getLoadedLanguages } = await highlighter
  if (!getLoadedLanguages().includes(language)) return [{ text: code, kind: null }]
  // No time limit: the same text must give the same page on a busy machine.
  const options = { lang: language, theme: 'stet', tokenizeMaxLineLength: 2_000, tokenizeTimeLimit: 0 }
  const lines = codeToTokensBase(code, options)
  const tokens: Token[] = []
  lines.forEach((line, index) => {
    if (index > 0) add(tokens, { text: '\n', kind: null })
    for (const { content, color = '' } of line) {
      add(tokens, { text: content, kind: content.trim() === '' ? null : (KINDS.get(color.toUpperCase()) ?? null) })
    }
  })
  return tokens
}

function createHighlighter(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [THEME],
    langs: [
      import('shiki/langs/javascript.mjs'),
      import('shiki/langs/typescript.mjs'),
      import('shiki/langs/json.mjs'),
      import('shiki/langs/http.mjs'),
      import('shiki/langs/python.mjs'),
      import('shiki/langs/shellscript.mjs'),
      import('shiki/langs/solidity.mjs'),
      import('shiki/langs/sql.mjs'),
      import('shiki/langs/html.mjs'),
      import('shiki/langs/css.mjs'),
      import('shiki/langs/yaml.mjs'),
      import('shiki/langs/go.mjs'),
      import('shiki/langs/rust.mjs'),
      import('shiki/langs/c.mjs'),
    ],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
}

// Neighbours of one kind are one token: the page stays small.
function add(tokens: Token[], token: Token): void {
  const last = tokens.at(-1)
  if (last !== undefined && last.kind === token.kind) last.text += token.text
  else tokens.push(token)
}
