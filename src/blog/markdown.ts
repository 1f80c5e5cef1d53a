import { isoDay } from '#blog/date.ts'
import { disclosure, type Oversight } from '#blog/disclosure.ts'
import type { Source } from '#blog/post.ts'

/**
 * Returns a post as Markdown (`post.md`): the disclosure, the text, the corrections and the sources. `markdown` cites
 * sources by number, as in `[S1]`.
 */
export function postMarkdown(post: {
  title: string
  excerpt: string
  author: string
  date: string
  markdown: string
  sources: readonly Source[]
  oversight: Oversight
}): string {
  const { title, excerpt, author, date, markdown, sources, oversight } = post
  const corrections = oversight.corrections.map(({ date, note }) => `- ${isoDay(date)}: ${line(note)}`)
  const list = sources.map(
    ({ title, publisher, url }, index) =>
      `${index + 1}. [${line(title).replaceAll(/[\\[\]]/g, String.raw`\$&`)}](<${url.replaceAll(/[<>]/g, encodeURIComponent)}>), ${line(publisher)}`,
  )
  return [
    `# ${line(title)}`,
    `${disclosure(oversight)} ${line(author)}, ${isoDay(date)}.`,
    ...(excerpt === '' ? [] : [line(excerpt)]),
    markdown,
    ...(corrections.length === 0 ? [] : ['## Corrections', corrections.join('\n')]),
    ...(list.length === 0 ? [] : ['## Sources', list.join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}

// Joins lines of text so that none of them can start a Markdown block.
function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
