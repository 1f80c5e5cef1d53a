import { hasAlready, weakEtag } from '#api/etag.ts'

/** A call's answer as JSON, open to every origin, with an ETag; 304 when the caller has it already. */
export function answer(request: Request, body: unknown): Response {
  const text = JSON.stringify(body)
  const etag = weakEtag(text)
  const headers = { ...OPEN, etag, 'cache-control': 'public, max-age=0, must-revalidate' }
  if (hasAlready(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}

/** An answer that says what is wrong with the call. */
export function refuse(status: 400 | 404 | 405, error: string): Response {
  return Response.json({ error }, { status, headers: { ...OPEN, 'cache-control': 'no-store' } })
}

const OPEN = { 'access-control-allow-origin': '*', vary: 'accept-encoding' }
