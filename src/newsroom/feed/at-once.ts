/** Does the same with each of a list, `width` at once, begun in the list's order. Begins nothing more once one has thrown. */
export async function atOnce<T>(
  width: number,
  list: readonly T[],
  work: (member: T, index: number) => Promise<void>,
): Promise<void> {
  // One iterator for all: each takes the next as soon as it is free.
  const rest = list.entries()
  let failed = false
  const lane = async () => {
    for (const [index, member] of rest) {
      if (failed) return
      try {
        await work(member, index)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, list.length) }, lane))
}
