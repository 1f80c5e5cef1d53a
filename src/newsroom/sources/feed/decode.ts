/**
 * Decodes a feed or page. Tries UTF-8, because text in another encoding is rarely valid UTF-8 by accident, then the
 * encodings that the HTTP header and the document declare. If all of them fail, replaces invalid bytes with U+FFFD.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const head = Buffer.from(body.subarray(0, 1_024)).toString('latin1')
  for (const label of ['utf-8', charsetIn(contentType ?? ''), charsetIn(head)]) {
    try {
      if (label) return new TextDecoder(label, { fatal: true }).decode(body)
    } catch {
      // The text has another encoding, or the label is unknown.
    }
  }
  return new TextDecoder().decode(body)
}

// Finds a declaration in an HTTP header, an XML declaration or a `<meta>` element.
function charsetIn(text: string): string | undefined {
  return /(?:charset|<\?xml[^>]*\sencoding)\s*=\s*["']?([^\s;"'>]+)/i.exec(text)?.[1]
}
