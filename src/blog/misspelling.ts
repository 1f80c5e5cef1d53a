/** How many letters of a word may be wrong: none up to four letters, one up to eight, two from nine on. */
export function mistakesIn(word: string): number {
  return word.length < 5 ? 0 : word.length < 9 ? 1 : 2
}

/**
 * How many mistakes lie between two words: a letter too many, missing or wrong, or two neighbours that changed places
 * (the "optimal string alignment" distance). It is counted to `most`; what is further is Infinity.
 */
export function mistakesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) distance = Math.min(distance, (before[j - 2] ?? 0) + 1)
      row.push(distance)
      if (distance < least) least = distance
    }
    if (least > most) return Infinity
    before = last
    last = row
  }
  const distance = last[b.length] ?? Infinity
  return distance <= most ? distance : Infinity
}

/** The letters of a word as 32 bits: one mistake takes away one at most and adds one at most. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters
}

/** Whether two words may be `most` mistakes apart by their letters alone: a quick look that never says no wrongly. */
export function lettersAreNear(a: number, b: number, most: number): boolean {
  return bitsOf(a & ~b) <= most && bitsOf(b & ~a) <= most
}

function bitsOf(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count += 1
  return count
}
