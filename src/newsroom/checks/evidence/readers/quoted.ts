/** Words between quotation marks; `at` and `end` are the places of the words in the text, without the marks. */
export type Quoted = { text: string; at: number; end: number }

// Each kind of quotation marks. Single ones are also apostrophes: they open after no letter and close before none.
const MARKS = [
  /“([^“”]+)”/gu,
  /"([^"\n]+)"/gu,
  /«\s?([^«»]+?)\s?»/gu,
  /»([^«»]+)«/gu,
  /‹\s?([^‹›]+?)\s?›/gu,
  /„([^„“”]+)[“”]/gu,
  /‘((?:[^‘’\n]|’(?=\p{L}))+)’(?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu,
]

/** What stands between quotation marks of any kind, the outer ones when they are nested, in the order of the text. */
export function quotedIn(text: string): Quoted[] {
  const found: Quoted[] = []
  for (const mark of MARKS) {
    for (const match of text.matchAll(mark)) {
      const [whole, inner = ''] = match
      const at = match.index + whole.indexOf(inner, 1)
      const end = at + inner.length
      if (found.some((other) => at < other.end && other.at < end)) continue
      found.push({ text: inner, at, end })
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** The text with blanks for what is between quotation marks. */
export function withoutQuoted(text: string): string {
  let rest = text
  for (const { at, end } of quotedIn(text)) {
    rest = `${rest.slice(0, at)}${'\n'.repeat(end - at)}${rest.slice(end)}`
  }
  return rest
}

/** A word by which a text says that somebody said, wrote, believes or found something. */
export const SAYS =
  /\b(?:sa(?:id|ys?|ying)|t(?:old|ells?)|wr(?:ote|ites?)|add(?:s|ed)|expl(?:ains?|ained)|not(?:es|ed)|argu(?:es?|ed)|warn(?:s|ed)|recall(?:s|ed)|repl(?:ies|ied)|stat(?:es|ed)|describ(?:es?|ed)|call(?:s|ed)|admit(?:s|ted)|conclud(?:es?|ed)|insist(?:s|ed)|put(?:s|ting)? it|remark(?:s|ed)|announc(?:es|ed)|claim(?:s|ed)|confirm(?:s|ed)|according to|declar(?:es|ed)|pointed out|points out|acknowledg(?:es|ed)|in the words of|promis(?:es|ed)|complain(?:s|ed)|jok(?:es|ed)|th(?:inks?|ought)|found|finds|estimat(?:es?|ed)|believ(?:es?|ed)|alleg(?:es|ed)|expect(?:s|ed)|report(?:s|ed)|suggest(?:s|ed)|den(?:y|ies|ied)|doubts?|blam(?:es|ed)|counters|praised|criticised|criticized|welcom(?:es|ed))\b/i
