/** Text without what no feed can hold: control characters, halves of characters. */
export function clean(text: string): string {
  // Control characters other than tab, line feed and carriage return.
  return text.toWellFormed().replace(/[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu, '')
}

/** Text inside XML or HTML, without the characters that they cannot hold. */
export function xml(text: string): string {
  return clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
