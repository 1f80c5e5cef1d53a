import type { Source } from '#blog/post.ts'

/** The alternate of a post for readers of plain text; what may change later (reviews, corrections) is not in it. */
export function postMarkdown(post: {
  title: string
  excerpt: string
  author: string
  date: string
  markdown: string
  sources: Source[]
}): string {
  const { title, excerpt, author, date, markdown, sources } = post
  const list = sources.map(
    ({ title, publisher, url }, index) =>
      `${index + 1}. [${title.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](<${url.replaceAll(/[<>]/g, encodeURIComponent)}>), ${publisher}`,
  )
  return `# ${title}\n\nWritten by AI. ${author}, ${date.slice(0, 10)}.\n\n${excerpt}\n\n${markdown}\n\n## Sources\n\n${list.join('\n')}\n`
}
