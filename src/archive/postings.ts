// When a row is full it grows by this much: little room is left unused in a hundred thousand rows.
const GROWTH = 1.3

// A distance of up to 28 bits, and the mark.
const LONGEST_PLACE = 5

/**
 * Empty postings. A place takes two to three bytes, the distance to the part before and the mark, where maps of maps take
 * forty. Words come in numbers from 0 on, their parts in growing order.
 */
export function createPostings() {
  const rows: (Uint8Array | null)[] = []
  const used: number[] = []
  const last: number[] = []
  const counts: number[] = []
  // Every other word is in one text only: its mark needs no row.
  const firstMarks: number[] = []

  function append(options: { word: number; distance: number; mark: number }): void {
    const { word, mark } = options
    let end = used[word] ?? 0
    let row = rows[word] ?? null
    if (row === null || end + LONGEST_PLACE > row.length) {
      const grown = new Uint8Array(Math.max(2 * LONGEST_PLACE, Math.ceil(end * GROWTH) + LONGEST_PLACE))
      if (row !== null) grown.set(row)
      rows[word] = row = grown
    }
    let { distance } = options
    for (; distance > 127; distance >>>= 7) row[end++] = (distance & 127) | 128
    row[end++] = distance
    row[end++] = mark
    used[word] = end
  }

  return {
    add(word: number, part: number, mark: number): void {
      for (; rows.length <= word; counts.push(0), used.push(0)) {
        rows.push(null)
        last.push(0)
        firstMarks.push(0)
      }
      const count = counts[word] ?? 0
      const before = last[word] ?? 0
      if (count === 0) firstMarks[word] = mark
      if (count === 1) append({ word, distance: before, mark: firstMarks[word] ?? 0 })
      if (count > 0) append({ word, distance: part - before, mark })
      last[word] = part
      counts[word] = count + 1
    },
    /** In how many parts a word is, those of posts that are gone among them. */
    count: (word: number): number => counts[word] ?? 0,
    each(word: number, visit: (part: number, mark: number) => void): void {
      if (counts[word] === 1) visit(last[word] ?? 0, firstMarks[word] ?? 0)
      const row = rows[word]
      const end = used[word] ?? 0
      if (!row) return
      let part = 0
      for (let place = 0; place < end;) {
        let shift = 0
        let byte = row[place++] ?? 0
        for (; byte > 127; byte = row[place++] ?? 0) {
          part += (byte & 127) << shift
          shift += 7
        }
        part += byte << shift
        visit(part, row[place++] ?? 0)
      }
    },
  }
}
