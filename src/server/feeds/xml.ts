/** Text inside XML, without the characters that XML cannot hold. */
export function xml(text: string): string {
  return (
    text
      // Control characters other than tab, line feed and carriage return.
      .replace(/[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
