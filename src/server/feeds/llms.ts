import { categoryLabel } from '#blog/category.ts'
import { hyphenatedCategoryHref } from '#blog/routes.ts'
import { clean } from '#server/feeds/xml.ts'
import type { Entry } from '#server/feeds/entry.ts'
import type { SiteWords } from '#blog/site.ts'

/**
 * Writes the guide to the site for language models (https://llmstxt.org): links to the newest articles with their
 * disclosures, and links to the categories and feeds. Articles are linked as Markdown if it is available. `search` is
 * the URL of the OpenSearch description, or null.
 */
export function llms(options: {
  site: SiteWords
  siteUrl: string
  entries: readonly Entry[]
  categories: readonly string[]
  feeds: readonly { label: string; address: string }[]
  search: string | null
}): string {
  const { site, siteUrl, entries, categories, feeds, search } = options
  const sections = {
    'Newest articles': entries.map((entry) => row(entry.title, entry.markdown ?? entry.address, entry.summary)),
    Categories: categories.map((name) => row(categoryLabel(name), `${siteUrl}${hyphenatedCategoryHref(name)}`)),
    Feeds: feeds.map(({ label, address }) => row(label, address)),
    Optional: [
      row('About', `${siteUrl}/about`, 'how the articles are written and checked'),
      ...(search === null ? [] : [row('Search', search, 'an OpenSearch description of a call that returns JSON')]),
    ],
  }
  return [
    `# ${line(site.name)}`,
    `> ${line(site.tagline)} Every article is written by AI and says so, with what is on record about human review.`,
    ...Object.entries(sections)
      .filter(([, rows]) => rows.length > 0)
      .map(([heading, rows]) => `## ${heading}\n\n${rows.join('\n')}`),
  ]
    .join('\n\n')
    .concat('\n')
}

function row(name: string, address: string, note = ''): string {
  // Encode parentheses, because programs that use a simple pattern to match these lines would end the URL there.
  const link = `[${line(name)}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`
  return note === '' ? `- ${link}` : `- ${link}: ${line(note)}`
}

// Puts the text on one line and escapes its Markdown.
function line(text: string): string {
  return clean(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/[\\<>`]/g, String.raw`\$&`)
}
