/** Removes characters that XML cannot contain. */
export function clean(text: string): string {
  // Matches control characters (except tab, line feed and carriage return) and two code points that are not characters.
  return text.toWellFormed().replace(/[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu, '')
}

/** Escapes text for XML or HTML, and removes characters that XML cannot contain. */
export function xml(text: string): string {
  return clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
