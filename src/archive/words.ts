// What of a text is a word: letters and digits, with the signs that tell C++ and C# from C.
const WORD = /[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu

// Writing that puts no blanks between words.
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}][\p{L}\p{N}\p{M}]*/gu

// What is longer names nothing that anybody types: a hash, a key, a picture in text.
const LONGEST = 40

const ASCII = /^[\0-\x7f]*$/

// Letters that Unicode does not take apart.
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

// The words that every English text has, and the ends of shortened ones ("it's", "they're").
const COMMON = new Set(
  `a about after again all also am an and any are as at be because been before being between both but by can could d
  did do does doing down during each even every few for from further had has have having he her here hers him his how i
  if in into is it its just ll m many may me might more most much must my no nor not now of off on once one only or other
  our out over own per re s same shall she should since so some such t than that the their them then there these they
  this those through to too two under until up upon us ve very was we were what when where which while who whom why will
  with within without would yet you your`.split(/\s+/),
)

/** The words of a text in their order, in lower case and without accents; whatever the text holds, it is only text. */
export function wordsOf(text: string): string[] {
  return split(fold(text)).map((word) => (word.length > LONGEST ? word.slice(0, LONGEST) : word))
}

/** Whether a word is in so many texts that it finds none. */
export function isCommon(word: string): boolean {
  return COMMON.has(word)
}

/** How often each word of a text is in it, without the common ones. */
export function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The text of an article's HTML, or of its Markdown, for its words: without tags, entities and the numbers of sources. */
export function plainText(text: string): string {
  return text.replaceAll(/<\/?[a-z][^>]*>|&#?\w{1,10};|\[S\d+\]/gi, ' ')
}

function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþıς]/g, (letter) => PLAIN[letter] ?? letter)
}

function split(text: string): string[] {
  const words = text.match(WORD) ?? []
  if (ASCII.test(text)) return words
  return words.flatMap((word) => {
    if (word.search(UNSPACED) === -1) return word
    return [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
  })
}
