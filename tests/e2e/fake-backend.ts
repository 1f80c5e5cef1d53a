import { createServer, type ServerResponse } from 'node:http'

/** How a call behaves: 'hang' never responds, 'drop' closes the connection, and `until` delays the response. */
export type Behaviour =
  | 'ok'
  | 'hang'
  | 'drop'
  | { until?: Promise<void>; status?: number; body?: string; type?: string }

/** A post summary in the format of the API contract. */
export type WirePost = {
  PostId: string
  Category: string
  PostTitle: string
  Prefix: string
  DateISO: string
  excerpt: string
}

/** A backend with the three calls of the API contract. Tests can change its content and behaviour while it runs. */
export type FakeBackend = {
  url: string
  bucketUrl: string
  categories: unknown
  lists: Record<string, unknown[]>
  /** The `content` objects by post id. A value of null means that the post does not exist. */
  contents: Record<string, Record<string, unknown> | null>
  behaviour: { categories: Behaviour; posts: Behaviour; content: Behaviour }
  /** All calls so far, as `path?query`. */
  calls: string[]
  /** Returns the calls to a path. */
  callsTo(path: string): string[]
  close(): Promise<void>
}

// A one-pixel PNG image.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Starts a backend with `posts` on a free local port. */
export async function startFakeBackend(posts: WirePost[] = samplePosts()): Promise<FakeBackend> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    if (url.pathname.startsWith('/bucket/')) {
      backend.calls.push(url.pathname)
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE)
    }
    backend.calls.push(`${url.pathname}${url.search}`)
    const category = url.searchParams.get('category') ?? ''
    switch (url.pathname) {
      case '/list-categories':
        return await behave(response, backend.behaviour.categories, backend.categories)
      case '/list-posts-by-category':
        return await behave(response, backend.behaviour.posts, { posts: backend.lists[category] ?? [] })
      case '/get-post-content':
        return await behaveWithContent(response, url.searchParams.get('post_id') ?? '', category)
      default:
        return void response.writeHead(404).end()
    }
  })

  async function behaveWithContent(response: ServerResponse, id: string, category: string): Promise<void> {
    const content = backend.contents[id]
    if (backend.behaviour.content === 'ok' && !content)
      return void response.writeHead(404, { 'access-control-allow-origin': '*' }).end('{}')
    await behave(response, backend.behaviour.content, {
      content,
      thumbnail_path: `posts/${category}/${id}/thumbnail.png`,
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const backend: FakeBackend = {
    url,
    bucketUrl: `${url}/bucket`,
    categories: [...new Set(posts.map((post) => post.Category))],
    lists: Object.fromEntries(Map.groupBy(posts, (post) => post.Category)),
    contents: Object.fromEntries(posts.map((post) => [post.PostId, contentOf(post)])),
    behaviour: { categories: 'ok', posts: 'ok', content: 'ok' },
    calls: [],
    callsTo: (path) => backend.calls.filter((call) => call.split('?')[0] === path),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return backend
}

/** Returns sample posts in five categories. If they are sorted by date, posts from different categories alternate. */
export function samplePosts(): WirePost[] {
  const categories = ['artificial-intelligence', 'blockchain', 'cybersecurity', 'web-development', 'technology']
  const counts = [8, 5, 6, 2, 1]
  return categories.flatMap((category, place) =>
    Array.from({ length: counts[place] ?? 0 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 8, 30 - index * 3 - place, 9))
      return {
        PostId: `${category}-${index + 1}`,
        Category: category,
        PostTitle: `The ${category} article with the number ${index + 1}`,
        Prefix: `posts/${category}/${category}-${index + 1}/`,
        DateISO: day.toISOString(),
        excerpt: `Excerpt of ${category} ${index + 1}. It goes on for long enough that a card has to cut it somewhere: on a narrow card after three lines, in the hero after two, and nowhere else on the page, whatever its width may be.`,
      }
    }),
  )
}

function contentOf(post: WirePost): Record<string, unknown> {
  return {
    title: post.PostTitle,
    excerpt: post.excerpt,
    content: `<p>Text of ${post.PostId}.</p><h2 id="first">First part</h2><p>More of it.</p><h2 id="second">Second part</h2><p>And more.</p><h3 id="third">Third part</h3><p>The end.</p>`,
    author: 'A Foreign Desk',
    date: post.DateISO,
    category: post.Category,
    tags: ['first tag', 'second tag'],
  }
}

async function behave(response: ServerResponse, behaviour: Behaviour, answer: unknown): Promise<void> {
  if (behaviour === 'hang') return
  if (behaviour === 'drop') return void response.destroy()
  const options: Exclude<Behaviour, string> = behaviour === 'ok' ? {} : behaviour
  const { until, status = 200, type = 'application/json', body } = options
  await until
  const usual = status === 200 ? JSON.stringify(answer) : '{"message":"broken"}'
  response.writeHead(status, { 'access-control-allow-origin': '*', 'content-type': type }).end(body ?? usual)
}
