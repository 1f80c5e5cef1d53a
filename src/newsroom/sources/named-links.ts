import type { PageLink } from '#newsroom/sources/feed/reader.ts'
import { contentStems, isCommonWord } from '#text/common-words.ts'
import { wordsOf } from '#text/words.ts'

const MAX_LENGTH = 80
const MAX_URL = 500
const MAX_LINKS = 40

// Words for a kind of page, which do not say which page is meant.
const KIND_OF_PAGE =
  /^(?:(?:the|this|our|an?|his|her|their) )?(?:(?:\w+ )?(?:announcement|article|blog|change ?log|comment|commit|doc|documentation|issue|link|list|note|page|paper|post|pull request|repository|version|website)s?)$/i

/**
 * Returns up to 40 links whose text is a name or says where they lead, such as `DeepEP`, `#28760` or `steps to upgrade`.
 * If an article uses the same words, they can link to the same page. Leaves out the pages in `known`.
 */
export function namedLinks(links: readonly PageLink[], known: readonly string[]): PageLink[] {
  // A user name in a URL can imitate another host, as in https://github.com@a.example.
  const isPage = (url: string) => url.length <= MAX_URL && URL.parse(url)?.username === ''
  const isKnown = (url: string) => known.includes(url.replace(/#.*$/, ''))
  const trimmed = links.map((link) => ({ ...link, text: link.text.replace(/[\s.,:;]+$/, '') }))
  const named = trimmed.filter(({ url, text }) => isPage(url) && !isKnown(url) && isName(text))
  return named.filter(({ text }, at) => named.findIndex((other) => other.text === text) === at).slice(0, MAX_LINKS)
}

function isName(text: string): boolean {
  if (/^#\d{3,}$/.test(text)) return true
  if (text.length > MAX_LENGTH || !/^(?!@|.*:\/\/).*\p{L}{2}/u.test(text) || KIND_OF_PAGE.test(text)) return false
  return contentStems(text).size > 1 || wordsOf(text).some(({ folded }) => !isCommonWord(folded))
}
