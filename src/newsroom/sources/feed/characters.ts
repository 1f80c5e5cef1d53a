/** A text without characters that a reader cannot see; line ends are `\n`, and other white space is kept. */
export function visibleCharacters(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')
  return lines.toWellFormed().replace(UNSEEN, '')
}

// What has no shape of its own (zero-width, bidi controls, variation selectors, tags), private use, and control characters.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}]|(?!\n)\p{Cc}/gu
