import { plainText } from '#blog/reading-time.ts'

/** A heading of an article, for its table of contents. */
export type OutlineEntry = { id: string; level: 2 | 3; text: string }

/** Returns the headings that have an id, in order. `html` is sanitised, so its tags are regular. */
export function outline(html: string): OutlineEntry[] {
  return [...html.matchAll(/<h([23])\b[^>]*\bid="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)].flatMap(
    ([, level, id, inner = '']) =>
      id === undefined ? [] : [{ id, level: level === '2' ? 2 : 3, text: plainText(inner) }],
  )
}
