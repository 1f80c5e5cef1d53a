import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postToWire, parseCategories, parsePost, parsePosts, summaryToWire } from '#blog/wire.ts'

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

test('drops invalid summaries from a list', () => {
  const odd = [null, 7, 'x', [], {}, { PostId: 'no-title' }, { PostTitle: 'no id' }, { ...summary, PostTitle: '  ' }]
  expect(parsePosts({ posts: [...odd, summary, ...odd] }, 'technology')).toHaveLength(1)
})

test('uses id and title if PostId and PostTitle are missing, and accepts a number as id', () => {
  const posts = parsePosts({ posts: [{ id: 7, title: 'Seven' }] }, 'technology')
  expect(posts).toEqual([{ id: '7', title: 'Seven', category: 'technology', excerpt: '', date: null, prefix: null }])
})

test('drops blank category names, and throws for an invalid response', () => {
  expect(() => parsePosts({ posts: 'none' }, 'c')).toThrow()
  expect(() => parsePosts([summary], 'c')).toThrow()
  expect(parseCategories(['a', ' ', 'b'])).toEqual(['a', 'b'])
  expect(() => parseCategories({ categories: [] })).toThrow()
  expect(() => parseCategories(['a', 1])).toThrow()
  expect(() => parsePost({ content: { title: 'no text' } }, 'c')).toThrow()
  expect(() => parsePost({ content: { ...content, title: '' } }, 'c')).toThrow()
  expect(() => parsePost('<html>', 'c')).toThrow()
})

test('requires a title and a text, and has defaults for all other fields', () => {
  expect(parsePost({ content: { title: 'T', content: '' } }, 'asked-for')).toEqual({
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

test('parses any response as a complete post, or throws', () => {
  fc.assert(
    fc.property(fc.anything(), fc.object(), (response, extra) => {
      for (const given of [
        response,
        { content: response },
        { content: { ...content, ...extra }, thumbnail_path: response },
      ]) {
        let post: ReturnType<typeof parsePost>
        try {
          post = parsePost(given, 'c')
        } catch {
          continue
        }
        expect(post.title).not.toBe('')
        expect(post.tags.every((tag) => typeof tag === 'string')).toBe(true)
      }
    }),
  )
})

test('keeps the valid fields of a picture record, and accepts a post without one', () => {
  const read = (thumbnail: unknown) => [
    parsePost({ content, thumbnail }, 'c').picture,
    parsePosts({ posts: [{ ...summary, thumbnail }] }, 'c')[0]?.picture,
  ]
  for (const none of [undefined, null, 7, 'https://img.example/1.png', [320]])
    expect(read(none)).toEqual([undefined, undefined])
  for (const [given, kept] of [
    [picture, picture],
    [{}, { widths: [], formats: [], placeholder: null, alt: '' }],
    // Formats are sorted best first and widths narrowest first, and duplicates are dropped.
    [{ ...picture, formats: ['webp', 'jxl', 7, 'avif', 'webp'], widths: [1200, 320, 1200] }, picture],
    // A record without valid widths is treated as missing.
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

const judge = { model: 'm', provider: 'p', isWriter: true, sentences: 9, planted: 4, found: 4 }

test('a post does not change when it is converted for our own API and parsed again', () => {
  const post = parsePost(
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
        judging: { ...judge, cut: 1, others: [{ ...judge, isWriter: false }] },
        reviews: [],
        corrections: [{ by: 'A', date: '2026-11-21', note: 'N' }],
      },
    },
    'c',
  )
  expect(post.related).toHaveLength(2)
  expect(post.provenance?.judging?.others).toHaveLength(1)
  expect([post.picture, ...post.related.map((other) => other.picture)]).toEqual([picture, undefined, picture])
  expect(parsePost(JSON.parse(JSON.stringify(postToWire(post))), 'c')).toEqual(post)
  expect(parsePosts({ posts: post.related.map(summaryToWire) }, 'c')).toEqual(post.related)
})

test('reads the reading time and the review of a summary if they are valid', () => {
  const base = { PostId: 'a', PostTitle: 'T' }
  const facts = (given: object) => {
    const { minutes, reviewed } = parsePosts({ posts: [{ ...base, ...given }] }, 'c')[0] ?? {}
    return { minutes, reviewed }
  }
  expect(facts({ minutes: 4, reviewed: true })).toEqual({ minutes: 4, reviewed: true })
  for (const odd of [{}, { minutes: 'four', reviewed: 'yes' }, { minutes: 0, reviewed: false }, { minutes: -1 }])
    expect(facts(odd)).toEqual({ minutes: undefined, reviewed: undefined })
})

test('keeps a source but drops its URL if the URL is not http or https', () => {
  const urls = ['https://one.example/a', 'javascript:alert(1)', 'HTTP://two.example', '//x', '']
  const sources = urls.map((url, index) => ({ title: `S${index}`, publisher: 'P', url }))
  const read = parsePost({ content, provenance: { sources } }, 'c').provenance?.sources ?? []
  expect(read.map(({ url }) => url)).toEqual(['https://one.example/a', '', 'HTTP://two.example', '', ''])
  expect(read.map(({ title }) => title)).toEqual(sources.map(({ title }) => title))
})
