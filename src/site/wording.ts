// Our own search counts up to this number of posts.
const MAX_COUNTED = 1_000

/** Formats a number of articles, for example "3 articles". */
export function countArticles(total: number): string {
  return total < MAX_COUNTED ? countOf(total, 'article') : '1,000 articles or more'
}

/** Formats a number with its noun, for example "1 tag" or "2 categories". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Puts each word in quotation marks so that the search matches it exactly as typed. */
export function literal(words: string): string {
  const each = words.split(/[\s"“”]+/).filter(Boolean)
  return each.map((word) => `"${word}"`).join(' ')
}
