import type { Source } from '#blog/post.ts'
import type { Block, Draft } from '#newsroom/drafting/draft.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** A draft as Markdown with numbered citations, and the sources that it cites, in the order of their numbers. */
export type Article = { markdown: string; sources: Source[] }

/**
 * Sets a draft: every block is followed by the numbers of its sources, in the order in which the text first names them.
 * Whatever is not bold, italic or code is escaped, so that nothing a model writes becomes a link, a picture or markup.
 * An article that rests on one publisher says so first.
 */
export function renderMarkdown(draft: Draft, references: Reference[]): Article {
  const cited: string[] = []
  const cite = (names: string[]) => {
    for (const name of names) {
      if (!cited.includes(name) && references.some(({ id }) => id === name)) cited.push(name)
    }
    const numbers = names.map((name) => cited.indexOf(name) + 1).filter((number) => number > 0)
    return numbers.length === 0 ? '' : ` [${numbers.map((number) => `S${number}`).join(', ')}]`
  }
  const body = draft.sections.flatMap(({ heading, blocks }, index) => [
    // The first section opens the article: its heading would stand under the title.
    ...(index === 0 ? [] : [`## ${inline(heading)}`]),
    ...blocks.map((block) => set(block, { heading, cite })),
  ])
  const why = ['## Why it matters', `${inline(draft.why_it_matters)}${cite([...cited])}`]
  const sources = cited.flatMap((name) => references.filter(({ id }) => id === name))
  const publishers = new Set(sources.map(({ publisher }) => publisher))
  const alone =
    publishers.size === 1 ? [`*Everything below comes from one publisher, ${inline([...publishers][0] ?? '')}.*`] : []
  return {
    markdown: [...alone, ...body, ...why].join('\n\n'),
    sources: sources.map(({ title, publisher, url }) => ({ title, publisher, url })),
  }
}

function set(
  { kind, text, items, rows, language, sources }: Block,
  { heading, cite }: { heading: string; cite: (names: string[]) => string },
): string {
  if (kind === 'list') return items.map((item) => `- ${inline(item)}${cite(sources)}`).join('\n')
  if (kind === 'quote') return `> ${inline(text)}${cite(sources)}`
  if (kind === 'code') return `${fenced(text, language)}\n\nAs published.${cite(sources)}`
  if (kind === 'table') return `Table: ${inline(text === '' ? heading : text)}${cite(sources)}\n\n${table(rows)}`
  return `${inline(text)}${cite(sources)}`
}

function table(rows: string[][]): string {
  const [head = [], ...rest] = rows
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => inline(cell).replaceAll(/(?<!\\)\|/g, String.raw`\|`)).join(' | ')} |`
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rest.map(line)].join('\n')
}

// A fence longer than any run of backticks inside, and a language that is only a word.
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[a-z0-9+#-]{1,20}$/i.test(language) ? language : 'text'}\n${code.replaceAll('\r', '')}\n${fence}`
}

// One line: what would begin a block cannot. Code keeps its characters; bold and italic keep their stars.
function inline(text: string): string {
  const parts = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(`[^`]+`)/)
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\[\]<>_#!|~&`$^]/g, String.raw`\$&`)))
    .join('')
    .replace(/^([-+=]|\*(?=\s|$)|\d+[.)])/, (start) =>
      /^\d/.test(start) ? `${start.slice(0, -1)}\\${start.slice(-1)}` : `\\${start}`,
    )
}
