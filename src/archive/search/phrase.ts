/** An expression of FTS5 that finds a word, or words side by side; whatever is in it, it is only text. */
export function phrase(words: string): string {
  return `"${words.replaceAll('"', '""')}"`
}
