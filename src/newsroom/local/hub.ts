/**
 * A file on a hub of models, at a revision (a commit, or a branch such as `main`). `size`, in bytes, and `sha256`, in hex,
 * are null where they are not known beforehand.
 */
export type HubFile = {
  repository: string
  revision: string
  file: string
  size: number | null
  sha256: string | null
}

/** What a hub says of a file before it is fetched; `sha256` is null for a small file, of which it does not say it. */
export type HubAnswer = { address: string; size: number | null; sha256: string | null }

const MOST_REDIRECTS = 8

/**
 * Asks a hub for the size and the SHA-256 of a file. The hub of Hugging Face says them in `X-Linked-Size` and
 * `X-Linked-Etag` of the answer that leads to the file itself. Rejects with a sentence when it does not have the file.
 */
export async function askHub(
  hub: string,
  { repository, revision, file }: HubFile,
  signal?: AbortSignal,
): Promise<HubAnswer> {
  const address = `${hub}/${repository}/resolve/${encodeURIComponent(revision)}/${file}`
  let [size, sha256]: [number | null, string | null] = [null, null]
  let response: Response
  try {
    response = await follow(address, {
      method: 'HEAD',
      signal,
      onHop: ({ headers }) => {
        const [linked, etag] = [headers.get('x-linked-size'), headers.get('x-linked-etag')]
        if (linked !== null && /^\d+$/.test(linked)) size = Number(linked)
        const [, hex = null] = /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(etag ?? '') ?? []
        if (hex !== null) sha256 = hex
      },
    })
  } catch (error) {
    signal?.throwIfAborted()
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new Error(`${hub} cannot be reached: ${reason}. Check the connection, or set HUB to another hub.`, {
      cause: error,
    })
  }
  if (!response.ok)
    throw new Error(`${address} ${MEANING[response.status] ?? `answered with status ${response.status}`}.`)
  const length = response.headers.get('content-length')
  return { address, sha256, size: size ?? (length === null ? null : Number(length)) }
}

const MEANING: Record<number, string> = {
  401: 'is given to nobody without an account: choose a model that is open to all',
  403: 'is given to nobody without an account: choose a model that is open to all',
  404: 'is not there: check the name of the model, its file and its revision',
}

/**
 * Asks for an address and follows where it leads, each answer on the way told to `onHop`; never from https to http.
 * Rejects as `fetch` does, or when it leads nowhere.
 */
export async function follow(
  address: string,
  options: {
    method?: 'GET' | 'HEAD'
    headers?: Record<string, string>
    signal?: AbortSignal
    onHop?: (response: Response) => void
  },
): Promise<Response> {
  const { method = 'GET', headers = {}, signal, onHop } = options
  let url = new URL(address)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    // A coding would change the bytes that are counted and compared.
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
      redirect: 'manual',
    })
    onHop?.(response)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    url = nextAddress(url, location)
  }
  throw new Error(`it leads from one address to the next, ${MOST_REDIRECTS} times`)
}

/** Where an address leads; throws when that would be from an encrypted connection to one that is not. */
export function nextAddress(from: URL, location: string): URL {
  const next = new URL(location, from)
  if (from.protocol === 'https:' && next.protocol !== 'https:')
    throw new Error(`it leads to ${next.host} without encryption`)
  return next
}
