import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postToWire, readCategories, readPost, readPosts, summaryToWire } from '#blog/wire.ts'

const summary = {
  PostId: 'p1',
  Category: 'technology',
  PostTitle: 'A title',
  Prefix: 'posts/technology/p1/',
  DateISO: '2026-11-20T07:00:00Z',
  excerpt: 'An excerpt.',
}

const picture = { widths: [320, 1200], formats: ['avif', 'webp'], placeholder: '#a0b1c2', alt: 'A lock.' }

const content = {
  title: 'T',
  excerpt: 'E',
  content: '<p>x</p>',
  author: 'A',
  date: '2026-11-20',
  category: 'c',
  tags: ['t'],
}

test('a list of posts is read in its order', () => {
  const [post] = readPosts({ posts: [summary], extra: 1 }, 'technology')
  expect(post).toEqual({
    id: 'p1',
    category: 'technology',
    title: 'A title',
    prefix: 'posts/technology/p1/',
    date: '2026-11-20T07:00:00Z',
    excerpt: 'An excerpt.',
  })
})

test('one odd summary is dropped alone', () => {
  const odd = [null, 7, 'x', [], {}, { PostId: 'no-title' }, { PostTitle: 'no id' }, { ...summary, PostTitle: '  ' }]
  expect(readPosts({ posts: [...odd, summary, ...odd] }, 'technology')).toHaveLength(1)
})

test('id and title stand in for PostId and PostTitle, and a number for a text', () => {
  const posts = readPosts({ posts: [{ id: 7, title: 'Seven' }] }, 'technology')
  expect(posts).toEqual([{ id: '7', title: 'Seven', category: 'technology', excerpt: '', date: null, prefix: null }])
})

test('what is not of the contract’s shape is refused', () => {
  expect(() => readPosts({ posts: 'none' }, 'c')).toThrow()
  expect(() => readPosts([summary], 'c')).toThrow()
  expect(() => readCategories({ categories: [] })).toThrow()
  expect(() => readCategories(['a', 1])).toThrow()
  expect(() => readPost({ content: { title: 'no text' } }, 'c')).toThrow()
  expect(() => readPost({ content: { ...content, title: '' } }, 'c')).toThrow()
  expect(() => readPost('<html>', 'c')).toThrow()
})

test('blank category names are dropped', () => {
  expect(readCategories(['a', ' ', 'b'])).toEqual(['a', 'b'])
})

test('an article needs a title and a text; all else may be missing', () => {
  expect(readPost({ content: { title: 'T', content: '' } }, 'asked-for')).toEqual({
    title: 'T',
    excerpt: '',
    html: '',
    author: '',
    date: null,
    category: 'asked-for',
    tags: [],
    thumbnail: null,
    related: [],
    provenance: null,
  })
})

test('whatever a backend writes, reading gives a post or refuses, and never a half-read one', () => {
  fc.assert(
    fc.property(fc.anything(), fc.object(), (answer, extra) => {
      for (const given of [
        answer,
        { content: answer },
        { content: { ...content, ...extra }, thumbnail_path: answer },
      ]) {
        let post: ReturnType<typeof readPost>
        try {
          post = readPost(given, 'c')
        } catch {
          continue
        }
        expect(post.title).not.toBe('')
        expect(post.tags.every((tag) => typeof tag === 'string')).toBe(true)
      }
    }),
  )
})

test('a record of the picture is read as far as it can be used, and a post without one is as good', () => {
  const read = (thumbnail: unknown) => [
    readPost({ content, thumbnail }, 'c').picture,
    readPosts({ posts: [{ ...summary, thumbnail }] }, 'c')[0]?.picture,
  ]
  for (const none of [undefined, null, 7, 'https://img.example/1.png', [320]])
    expect(read(none)).toEqual([undefined, undefined])
  for (const [given, kept] of [
    [picture, picture],
    [{}, { widths: [], formats: [], placeholder: null, alt: '' }],
    // Best format first, narrowest first, none twice.
    [{ ...picture, formats: ['webp', 'jxl', 7, 'avif', 'webp'], widths: [1200, 320, 1200] }, picture],
    // Sizes of no picture name none.
    ...[[0], [-320], [1.5], ['320'], [1e6], null].map((widths) => [
      { ...picture, widths },
      { ...picture, widths: [], formats: [] },
    ]),
    ...['red', '#abc', '#a0b1c2;', 7, 'url(x)'].map((placeholder) => [
      { ...picture, placeholder },
      { ...picture, placeholder: null },
    ]),
    [
      { ...picture, alt: 7 },
      { ...picture, alt: '' },
    ],
  ])
    expect(read(given)).toEqual([kept, kept])
})

test('what our own API writes, the client reads back the same', () => {
  const post = readPost(
    {
      content,
      thumbnail_path: 'posts/c/p/thumbnail.png',
      thumbnail: picture,
      related: [summary, { ...summary, thumbnail: picture }, null],
      provenance: {
        writer: { model: 'M', provider: 'P' },
        note: null,
        sources: [{ title: 'S', publisher: 'P', url: 'https://example.org' }],
        checks: [{ name: 'N', passed: true, detail: '' }],
        reviews: [],
        corrections: [{ by: 'A', date: '2026-11-21', note: 'N' }],
      },
    },
    'c',
  )
  expect(post.related).toHaveLength(2)
  expect([post.picture, ...post.related.map((other) => other.picture)]).toEqual([picture, undefined, picture])
  expect(readPost(JSON.parse(JSON.stringify(postToWire(post))), 'c')).toEqual(post)
  expect(readPosts({ posts: post.related.map(summaryToWire) }, 'c')).toEqual(post.related)
})

test('what a summary says of its reading time and its review is read, and only where it is such', () => {
  const base = { PostId: 'a', PostTitle: 'T' }
  const facts = (given: object) => {
    const { minutes, reviewed } = readPosts({ posts: [{ ...base, ...given }] }, 'c')[0] ?? {}
    return { minutes, reviewed }
  }
  expect(facts({ minutes: 4, reviewed: true })).toEqual({ minutes: 4, reviewed: true })
  for (const odd of [{}, { minutes: 'four', reviewed: 'yes' }, { minutes: 0, reviewed: false }, { minutes: -1 }])
    expect(facts(odd)).toEqual({ minutes: undefined, reviewed: undefined })
})

test('every judge of an article is read, and a record of judges that is none is left out', () => {
  const judge = { model: 'm', provider: 'p', isWriter: true, sentences: 9, planted: 4, found: 4 }
  const others = [{ ...judge, model: 'tiny', provider: 'local', isWriter: false }]
  const judgingOf = (judging: unknown) =>
    readPost({ content, provenance: { judging } }, 'technology').provenance?.judging
  expect(judgingOf({ ...judge, cut: 1, others })).toEqual({ ...judge, cut: 1, others })
  expect(judgingOf({ ...judge, cut: 1 })).toEqual({ ...judge, cut: 1 })
  expect(judgingOf({ ...judge, cut: 1, others: [{ model: 'tiny' }] })).toBeUndefined()
})

test('a source’s address is http or https, or none; the source itself stays in its place', () => {
  const urls = [
    'https://one.example/a',
    'javascript:alert(1)',
    'HTTP://two.example',
    ' https://three.example',
    '//x',
    'data:,',
    '',
  ]
  const sources = urls.map((url, index) => ({ title: `S${index}`, publisher: 'P', url }))
  const read = readPost({ content, provenance: { sources } }, 'c').provenance?.sources ?? []
  expect(read.map(({ url }) => url)).toEqual(['https://one.example/a', '', 'HTTP://two.example', '', '', '', ''])
  expect(read.map(({ title }) => title)).toEqual(sources.map(({ title }) => title))
})
