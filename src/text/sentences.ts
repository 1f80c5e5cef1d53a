const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

// Nothing ends where a name or a measure is shortened.
const SHORTENED = /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|No|vs|Inc|Ltd|Corp|Co|approx|(?:\p{L}\.)+\p{L})\.$/u

/** The sentences of a text in their order, without the blanks around them; a line break ends one. */
export function sentencesOf(text: string): string[] {
  return text.split(/\n+/).flatMap((line) => {
    const sentences: string[] = []
    for (const { segment } of segmenter.segment(line)) {
      const sentence = segment.trim()
      const before = sentences.at(-1)
      if (sentence === '') continue
      if (before !== undefined && SHORTENED.test(before)) sentences[sentences.length - 1] = `${before} ${sentence}`
      else sentences.push(sentence)
    }
    return sentences
  })
}
