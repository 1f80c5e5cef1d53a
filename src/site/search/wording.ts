// Our own search counts no further.
const MOST_COUNTED = 1_000

/** How many articles there are, in words. */
export function countedArticles(total: number): string {
  return total < MOST_COUNTED ? counted(total, 'article', 'articles') : '1,000 articles or more'
}

/** A number of things, in words. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The question that finds words only as they are typed: each in quotation marks. */
export function literal(words: string): string {
  const each = words.split(/[\s"“”]+/).filter(Boolean)
  return each.map((word) => `"${word}"`).join(' ')
}
