import { findAndReplace } from 'hast-util-find-and-replace'
import { h } from 'hastscript'
import { VERBATIM } from '#newsroom/publishing/render/typography.ts'
import type { Root } from 'hast'

// Patterns of public identifiers, and the addresses of their records. `#` stands for the part in brackets. RFC numbers
// are missing, because Rust and other projects have RFCs of their own.
const RECORDS: readonly [pattern: RegExp, address: string][] = [
  [/(?<![/=\w-])(CVE-\d{4}-\d{4,})\b/g, 'https://www.cve.org/CVERecord?id=#'],
  [/(?<![/=\w-])(GHSA(?:-[\da-z]{4}){3})\b/g, 'https://github.com/advisories/#'],
  [/(?<![/=\w-])EIP-([1-9]\d{0,4})\b/g, 'https://eips.ethereum.org/EIPS/eip-#'],
]

/** Links the first mention of each flaw and Ethereum proposal to its public record, also in tables. */
export function linkIdentifiers(tree: Root): void {
  const linked = new Set<string>()
  function linkTo(address: string) {
    return (name: string, part: string) => {
      if (linked.has(name)) return false
      linked.add(name)
      return h('a', { href: address.replace('#', part) }, name)
    }
  }
  findAndReplace(
    tree,
    RECORDS.map(([pattern, address]) => [pattern, linkTo(address)]),
    { ignore: [...VERBATIM, 'a', 'blockquote', 'h2', 'h3', 'h4'] },
  )
}
