import type { Mark } from '#blog/post.ts'

/** Text with the matches of a search highlighted. Ignores marks that overlap or are outside the text. */
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
