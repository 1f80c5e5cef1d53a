import { createHash } from 'node:crypto'

/** The strong, quoted ETag of a body: its SHA-256. */
export function etagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}
