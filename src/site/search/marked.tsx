import type { Mark } from '#blog/post.ts'

/** A text with the matches of a search marked. Marks outside the text are ignored. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  let shown = 0
  const parts = marks
    .toSorted(([one], [other]) => one - other)
    .flatMap(([start, end]) => {
      if (start < shown || end <= start || end > text.length) return []
      const before = text.slice(shown, start)
      shown = end
      return [before, <mark key={start}>{text.slice(start, end)}</mark>]
    })
  return [...parts, text.slice(shown)]
}
