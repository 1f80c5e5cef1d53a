/** Removes invisible characters from a text. Line ends become `\n`; other white space stays. */
export function visibleCharacters(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')
  return lines.toWellFormed().replace(UNSEEN, '')
}

// Zero-width characters, bidi controls, variation selectors, tags, private use and control characters.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}]|(?!\n)\p{Cc}/gu
