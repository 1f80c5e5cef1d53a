import { findAndReplace } from 'hast-util-find-and-replace'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import type { Root } from 'hast'
import type { NamedLink } from '#blog/post.ts'

type Name = [pattern: RegExp, addressOf: (part: string) => string]

// Public identifiers and the addresses of their records. RFC numbers are missing, because Rust and other projects have
// RFCs of their own.
const RECORDS: readonly Name[] = [
  [/(?<![/=\w-])(CVE-\d{4}-\d{4,})\b/g, (id) => `https://www.cve.org/CVERecord?id=${id}`],
  [/(?<![/=\w-])(GHSA(?:-[\da-z]{4}){3})\b/g, (id) => `https://github.com/advisories/${id}`],
  [/(?<![/=\w-])EIP-([1-9]\d{0,4})\b/g, (number) => `https://eips.ethereum.org/EIPS/eip-${number}`],
]

/**
 * Links the first mention of each flaw and Ethereum proposal to its public record, and of each name that a source links
 * to the same page, also in tables and inline code. Skips `em`, because the line about a single source is in one.
 */
export function linkNames(links: readonly NamedLink[]): (tree: Root) => void {
  const longestFirst = links.toSorted((one, other) => other.text.length - one.text.length)
  const names: Name[] = [...RECORDS, ...longestFirst.map(({ text, url }): Name => [patternOf(text), () => url])]
  return (tree) => {
    const linked = new Set<unknown>()
    visit(tree, { tagName: 'a' }, ({ properties }) => void linked.add(properties.href))
    function linkWith(addressOf: Name[1]) {
      return (name: string, part: string) => {
        const href = addressOf(part)
        if (linked.has(name) || linked.has(href)) return false
        linked.add(name).add(href)
        return h('a', { href }, name)
      }
    }
    findAndReplace(
      tree,
      names.map(([pattern, addressOf]) => [pattern, linkWith(addressOf)]),
      { ignore: ['a', 'blockquote', 'em', 'h2', 'h3', 'h4', 'math', 'pre'] },
    )
  }
}

// In a link of several words, the first letter may be a capital only because a sentence begins there.
function patternOf(text: string): RegExp {
  const exact = text.split(/\s+/).map(RegExp.escape).join('\\s')
  const words = exact.replace(/^\\x..(?=.*\\s)/, '(?i:$&)')
  return new RegExp(String.raw`(?<![\p{L}\p{N}/=@._-])(${words})(?![\p{L}\p{N}_-]|\.\p{L}|\s\p{Lu})`, 'gu')
}
