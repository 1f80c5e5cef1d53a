import type { Entry } from '#server/feeds/entry.ts'
import { iconOf, LANGUAGE, WRITTEN_BY_MODEL, type Feed } from '#server/feeds/feed.ts'
import { xml } from '#server/feeds/xml.ts'

/** A feed as Atom 1.0 (RFC 4287), which cannot tell of a post without a readable date. */
export function atom(feed: Feed): string {
  const { title, description, author, home, self, hub, search, siteUrl, changed, entries } = feed
  const lines = [
    `<id>${xml(self)}</id>`,
    `<title type="text">${xml(title)}</title>`,
    `<subtitle type="text">${xml(description)}</subtitle>`,
    `<updated>${date(changed)}</updated>`,
    `<author><name>${xml(author)}</name><uri>${xml(siteUrl)}/</uri></author>`,
    link('self', 'application/atom+xml', self),
    link('alternate', 'text/html', home),
    ...(hub === null ? [] : [link('hub', null, hub)]),
    ...(search === null ? [] : [link('search', 'application/opensearchdescription+xml', search)]),
    `<icon>${xml(iconOf(siteUrl, 192))}</icon>`,
    ...entries.flatMap(entryElement),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${LANGUAGE}">
${lines.join('\n')}
</feed>
`
}

function entryElement(entry: Entry): string[] {
  const { address, title, summary, html, published, changed, author, tags, image, markdown } = entry
  if (changed === null) return []
  const { scheme, term } = WRITTEN_BY_MODEL
  const lines = [
    `<id>${xml(address)}</id>`,
    `<title type="text">${xml(title)}</title>`,
    link('alternate', 'text/html', address),
    ...(markdown === null ? [] : [link('alternate', 'text/markdown', markdown)]),
    ...(published === null ? [] : [`<published>${date(published)}</published>`]),
    `<updated>${date(changed)}</updated>`,
    ...(author === null ? [] : [`<author><name>${xml(author)}</name></author>`]),
    ...tags.map((tag) => `<category term="${xml(tag)}"/>`),
    `<category scheme="${scheme}" term="${term}" label="Written by AI"/>`,
    ...(image === null ? [] : [`<media:content url="${xml(image)}" medium="image" type="image/png"/>`]),
    `<summary type="text">${xml(summary)}</summary>`,
    ...(html === null ? [] : [`<content type="html">${xml(html)}</content>`]),
  ]
  return ['<entry>', ...lines, '</entry>']
}

function link(rel: string, type: string | null, href: string): string {
  return `<link rel="${rel}"${type === null ? '' : ` type="${type}"`} href="${xml(href)}"/>`
}

function date(time: number): string {
  return new Date(time).toISOString()
}
