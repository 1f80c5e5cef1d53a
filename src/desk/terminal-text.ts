/**
 * Returns a text that is safe to print on a terminal. Control characters become visible pictures (`␛`). Bidirectional
 * controls and invisible characters become their code points (`‹U+202E›`). Line ends become `\n`, and tabs stay.
 */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\u0085\u2028\u2029]/g, '\n')
    .replace(HARMLESS, '')
    .replace(INVISIBLE, visibleForm)
}

// Soft hyphens, and the joiner in an emoji, whose parts are then printed separately.
const HARMLESS = /\u00ad|(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu

// Variation selectors 15 and 16 choose between a character and its emoji. The others can carry hidden text.
const INVISIBLE = /(?!\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

function visibleForm(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
}
