/**
 * Decodes a feed or page. Tries in this order: its byte order mark; UTF-8, if HTTP or the document declares it; the encoding
 * in the HTTP header; the encoding in the document. If all fail, decodes UTF-8 with U+FFFD for invalid bytes.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const declared = [charsetOf(contentType), declaredIn(body)]
  // The charset of a server is often wrong, but bytes are rarely valid UTF-8 by accident.
  const utf8 = declared.find((label) => label !== null && /^utf-?8$/i.test(label)) ?? null
  for (const label of [byteOrder(body), utf8, ...declared]) {
    const text = label === null ? null : decoded(body, label)
    if (text !== null) return text
  }
  return new TextDecoder().decode(body)
}

// XML and HTML must declare their encoding in their first bytes.
const HEAD = 1_024

function byteOrder(body: Uint8Array): string | null {
  const start = Buffer.from(body.subarray(0, 4)).toString('hex')
  if (start.startsWith('efbbbf')) return 'utf-8'
  // The byte order mark, or a "<" of two bytes.
  if (/^(?:fffe|3c00(?!00)..00)/.test(start)) return 'utf-16le'
  return /^(?:feff|003c00)/.test(start) ? 'utf-16be' : null
}

function charsetOf(contentType: string | null): string | null {
  return /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1] ?? null
}

function declaredIn(body: Uint8Array): string | null {
  const head = Buffer.from(body.subarray(0, HEAD)).toString('latin1')
  const prolog = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1]
  const label = prolog ?? /<meta[^>]+charset\s*=\s*["']?([^\s;"'>]+)/i.exec(head)?.[1] ?? null
  // The declaration was just read as single bytes, so the document cannot be UTF-16.
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function decoded(body: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body)
  } catch {
    return null
  }
}
