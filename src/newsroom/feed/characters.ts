// What has no shape of its own (zero-width, bidi controls, variation selectors, tags), private use, and control characters.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}]|(?!\n)\p{Cc}/gu

/** A text without characters that a reader cannot see; line ends are `\n`, and other white space is kept. */
export function visibleCharacters(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')
  return lines.toWellFormed().replace(UNSEEN, '')
}

/** A text on one line, without unseen characters, its white space collapsed. */
export function oneLine(text: string): string {
  return visibleCharacters(text).replace(/\s+/g, ' ').trim()
}

/** The first `length` UTF-16 units of a text, never half a character. */
export function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
}
