/**
 * A text as it may be written to a terminal. What would command the terminal, turn lines round or hide is shown instead:
 * control characters by their pictures (`␛`), bidirectional controls and characters without a shape by their numbers
 * (`‹U+202E›`). Line ends are `\n`; tabs stay.
 */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\u0085\u2028\u2029]/g, '\n')
    .replace(HARMLESS, '')
    .replace(UNSEEN, shown)
}

/** The same on one line, so that a title cannot pretend to be two lines. */
export function plainLine(text: string): string {
  return plain(text).replace(/\s+/g, ' ').trim()
}

// A place to break a word, and the joiner inside emoji of several parts, which are then drawn side by side.
const HARMLESS = /\u00ad|(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu

// Variation selectors 15 and 16 choose between a sign and its emoji; the others can carry hidden text.
const UNSEEN = /(?!\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
}
