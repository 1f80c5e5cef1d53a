import http from 'highlight.js/lib/languages/http'
import { common, createLowlight } from 'lowlight'
import type { RootContent } from 'hast'

/** A kind of token: keyword, string, number, function, comment. */
export type TokenKind = 'k' | 's' | 'n' | 'f' | 'c'

/** A piece of code or white space. `kind` is null if it has no colour of its own. */
export type Token = { text: string; kind: TokenKind | null }

const lowlight = createLowlight({ ...common, http })

// The class names of highlight.js. A name that is missing, such as `subst` for code inside a string, is plain.
const KINDS = new Map<string, TokenKind>([
  ...classes('k', 'keyword literal type name tag selector-tag meta built_in'),
  ...classes('s', 'string regexp char symbol'),
  ...classes('n', 'number'),
  ...classes('f', 'title attribute section'),
  ...classes('c', 'comment quote'),
])

/** Splits code into tokens. Code in an unknown language is one plain token. */
export function highlight(code: string, language: string): Token[] {
  if (!lowlight.registered(language)) return [{ text: code, kind: null }]
  const tokens: Token[] = []
  for (const node of lowlight.highlight(language, code).children) addTokens(tokens, node, null)
  return tokens
}

function classes(kind: TokenKind, names: string): [string, TokenKind][] {
  return names.split(' ').map((name) => [`hljs-${name}`, kind])
}

function addTokens(tokens: Token[], node: RootContent, kind: TokenKind | null): void {
  if (node.type === 'element') {
    const names = [node.properties.className ?? []].flat().map(String)
    // The name of a class is plain wherever it is used.
    const own = names.includes('class_') ? null : (KINDS.get(names[0] ?? '') ?? null)
    for (const child of node.children) addTokens(tokens, child, own)
  }
  if (node.type !== 'text') return
  const own = node.value.trim() === '' ? null : kind
  const last = tokens.at(-1)
  // Neighbours of one kind are one token, so that the page stays small.
  if (last?.kind === own) last.text += node.value
  else tokens.push({ text: node.value, kind: own })
}
