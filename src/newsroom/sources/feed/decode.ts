/**
 * Decodes a feed or page. Tries the encoding of its byte order mark, then UTF-8 if the HTTP header or the document
 * declares it, then the HTTP header's encoding, then the document's. If all of them fail, decodes as UTF-8 and replaces
 * invalid bytes with U+FFFD.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const declared = [charsetIn(contentType ?? ''), declaredIn(body)]
  // Servers often declare a wrong encoding, but other bytes are rarely valid UTF-8 by accident.
  const utf8 = declared.find((label) => /^utf-?8$/i.test(label ?? ''))
  for (const label of [byteOrder(body), utf8, ...declared]) {
    try {
      if (label) return new TextDecoder(label, { fatal: true }).decode(body)
    } catch {
      // The encoding label is unknown or wrong.
    }
  }
  return new TextDecoder().decode(body)
}

function byteOrder(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, 4)).toString('hex')
  if (start.startsWith('efbbbf')) return 'utf-8'
  // Matches a byte order mark, or a "<" that takes two bytes.
  if (/^(?:fffe|3c00(?!00)..00)/.test(start)) return 'utf-16le'
  return /^(?:feff|003c00)/.test(start) ? 'utf-16be' : undefined
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?([^\s;"'>]+)/i.exec(text)?.[1]
}

// Returns the encoding declared in the first bytes of XML or HTML.
function declaredIn(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, 1_024)).toString('latin1')
  const label =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1] ??
    charsetIn(/<meta[^>]+charset[^>]+/i.exec(head)?.[0] ?? '')
  // The document cannot be UTF-16, because its declaration was readable as single bytes.
  return label?.replace(/^utf-?16.*$/i, 'utf-8')
}
