import { createHash } from 'node:crypto'

/** A weak entity tag of a body: the same content in whatever coding (RFC 9110, section 8.8). */
export function weakEtag(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether a client's `If-None-Match` names this tag, compared weakly (RFC 9110, section 13.1.2). */
export function hasAlready(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}
