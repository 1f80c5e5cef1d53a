/**
 * The beginning of a text, in at most so many characters: it ends with a sentence where that leaves a third of them, else
 * with a word.
 */
export function cutExcerpt(text: string, most: number): string {
  if (text.length <= most) return text
  // What follows the last character says whether a sentence or a word ends with it.
  const start = text.slice(0, most + 1)
  const [sentence = ''] = /^.*[.!?…][)\]"'”’]*(?=\s)/s.exec(start) ?? []
  if (sentence.length * 3 >= most) return sentence
  const [words = ''] = /^.*[^\s,;:(–—-](?=[\s,;:–—-]+\S*$)/s.exec(start) ?? []
  return words || text.slice(0, most)
}
