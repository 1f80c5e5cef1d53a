import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSearchIndex } from '#archive/search-index.ts'
import { correctPost, reviewPost } from '#archive/verdict.ts'
import { Unavailable, type Bucket } from '#bucket/bucket.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { openBlog, postOf } from '../../tests/fixtures/blog.ts'
import { anyText } from '../../tests/fixtures/random.ts'

async function startSearch(over: { bucket?: Bucket; read?: Bucket; synonyms?: Record<string, string[]> } = {}) {
  const { bucket = memoryBucket(), read = bucket, synonyms = {} } = over
  const blog = await openBlog(bucket)
  const errors: unknown[] = []
  const index = openSearchIndex({ ...blog, bucket: read, synonyms, onError: (error) => errors.push(error) })
  const defaults = { category: 'web-development', excerpt: 'About something else.', tags: ['other'] }
  const publish = (id: string, title: string, given: Parameters<typeof postOf>[1] = {}) =>
    blog.publish(id, { ...defaults, title, ...given })
  const search = async (query: string, limit = 8) => (await index.search(query, limit)).posts
  const find = async (query: string, limit = 8) => (await search(query, limit)).map(({ id }) => id)
  return { ...blog, index, publish, search, find, errors }
}

type Posts = Record<string, [title: string, given?: Parameters<typeof postOf>[1]]>

test.for<[behaviour: string, posts: Posts, searches: Record<string, string[]>]>([
  [
    'ranks matches in the title first, then in the excerpt, tags, category and text',
    {
      'in-text': ['One', { markdown: 'Caching, caching, caching, caching and caching.' }],
      'in-category': ['Three', { category: 'caching' }],
      'in-tags': ['Four', { tags: ['caching'], date: '2020-01-01T00:00:00Z' }],
      'in-excerpt': ['Two', { excerpt: 'It mentions caching.' }],
      'in-title': ['Caching', { date: '2019-01-01T00:00:00Z' }],
    },
    { caching: ['in-title', 'in-excerpt', 'in-tags', 'in-category', 'in-text'] },
  ],
  [
    'finds posts by an incomplete last word and by misspelt words',
    { a: ['Speculative decoding halves the wait'], b: ['Constrained drafts'] },
    {
      specu: ['a'],
      'constrained draf': ['b'],
      speculatve: ['a'],
      spceulative: ['a'],
      spekulatve: ['a'],
      pseculative: ['a'],
      'decodign wait': ['a'],
      spxxxlative: [],
      wiat: [],
    },
  ],
  [
    'requires quoted words to be adjacent, and does not correct them',
    { apart: ['A second leap'], adjacent: ['One', { markdown: 'It adds a leap second.' }] },
    { '"leap second"': ['adjacent'], '“second” leap': ['apart', 'adjacent'], '"secnod"': [] },
  ],
  [
    'finds posts by the synonyms of a name, ignoring word endings',
    {
      tls: ['TLS'],
      model: ['One', { markdown: 'Large language models.' }],
      neither: ['A model of a language'],
      retrieval: ['Retrieval'],
    },
    { SSL: ['tls'], llms: ['model'], tls: ['tls'], 'vector searches': ['retrieval'] },
  ],
  [
    'ignores accents and case, and finds “C++” and “C#”',
    { cafe: ['Le Café de la Régression'], plus: ['C++ in 2026'], sharp: ['C# in 2026'] },
    {
      cafe: ['cafe'],
      'CAFÉ regression': ['cafe'],
      'c++': ['plus'],
      'C#': ['sharp'],
    },
  ],
  [
    'ignores common words unless the query has no other words',
    { a: ['Type systems'], b: ['How to'] },
    { 'what about the type systems': ['a'], 'how to': ['b'], '"" -': [] },
  ],
  [
    'does not search link URLs',
    { link: ['One', { markdown: 'As [elsewhere](/post/technology/quorum "Leader") told.' }] },
    { quorum: [], leader: [], 'elsewhere told': ['link'] },
  ],
  [
    'searches only for the first eight uncommon words of a query',
    { eighth: ['Eight'], ninth: ['Nine'] },
    { 'the two of three a four five six and seven gardens eight nine': ['eighth'] },
  ],
])('%s', async ([, posts, searches]) => {
  const synonyms = { ssl: ['TLS'], llm: ['language model'], 'vector search': ['retrieval'] }
  const { publish, find } = await startSearch({ synonyms })
  for (const [id, [title, given]] of Object.entries(posts)) await publish(id, title, given)
  for (const [query, ids] of Object.entries(searches)) expect([query, await find(query)]).toEqual([query, ids])
})

test('finds a title by each of its words, typed as in the title', async () => {
  const { publish, find } = await startSearch()
  const words =
    'ﬁnance x² İstanbul ΟΔΟΣ ＡＢＣ ½ Straße naïve Ⅳ 1ª Ångström หนังสือ हिन्दी שָׁלוֹם ﷺ ǅ ſtet ŉ 東京 한국어 C++ ϐ'.split(
      ' ',
    )
  for (const [index, word] of words.entries()) await publish(String(index), `About ${word}`)
  for (const [index, word] of words.entries()) {
    expect([word, await find(word)]).toEqual([word, [String(index)]])
    expect([word, await find(`"${word}"`)]).toEqual([word, [String(index)]])
  }
})

test.for<[written: string, typed: string]>([
  ['CO₂', 'CO2'],
  ['x²', 'x2'],
])('finds “%s” by “%s”, and shows and marks the original spelling', async ([written, typed]) => {
  const { publish, search } = await startSearch()
  const text = `It says ${written} here.`
  await publish('title', `${written} in the title`)
  await publish('excerpt', 'One', { excerpt: text })
  const found = await search(typed)
  expect(found.find(({ id }) => id === 'title')?.marks).toEqual([[0, written.length]])
  expect(found.find(({ id }) => id === 'excerpt')?.snippet).toMatchObject({ text, marks: [[8, 8 + written.length]] })
})

test('finds other forms of a word, but longer words only if no post contains the word itself', async () => {
  const { publish, find } = await startSearch()
  await publish('begun', 'Quickly', { date: '2026-12-01T00:00:00Z' })
  await publish('misspelt', 'Lache', { date: '2027-01-01T00:00:00Z' })
  await publish('plural', 'Caches')
  await publish('singular', 'One', { markdown: 'It has a cache.' })
  expect([await find('cache'), await find('quic')]).toEqual([['plural', 'singular'], ['begun']])
  await publish('quic', 'QUIC', { date: '2020-01-01T00:00:00Z' })
  expect(await find('quic')).toEqual(['quic'])
})

test('ranks posts that contain all words first, then posts with more or rarer words', async () => {
  const { publish, find } = await startSearch()
  for (const id of ['p', 'q', 'r', 's', 't', 'u']) await publish(id, `Model ${id}`, { date: '2026-12-01T00:00:00Z' })
  await publish('rare', 'Quorum')
  await publish('two', 'Leader of a quorum')
  await publish('all', 'One', { markdown: 'The model of a leader and its quorum.' })
  expect(await find('model leader quorum', 3)).toEqual(['all', 'two', 'rare'])
  expect(await find('quorum gardening')).toHaveLength(3)
  expect(await find('gardening orchards')).toEqual([])
})

test('shows results for a corrected query if the typed query finds nothing, and otherwise suggests the correction', async () => {
  const { publish, find, index } = await startSearch()
  for (const id of ['a', 'b', 'c', 'd', 'e']) await publish(id, `Quorum ${id}`)
  const shown = await index.search('Why a QUORUN, again?', 8)
  expect([shown.meant, shown.total]).toEqual([{ words: 'Why a quorum, again?', isShown: true }, 5])
  await publish('typed', 'One', { markdown: 'The quorun of the text.' })
  expect(await find('quorun')).toEqual(['typed'])
  expect((await index.search('quorun', 8)).meant).toEqual({ words: 'quorum', isShown: false })
  expect((await index.search('quorum', 8)).meant).toBeNull()
  await publish('fits', 'Reactor')
  await publish('near', 'Reactors')
  await publish('other', 'Reaktor')
  expect((await index.search('reaktor', 8)).meant).toBeNull()
})

test('finds one word typed as two and two words typed as one, and tags by their initials', async () => {
  const { publish, find, index } = await startSearch()
  await publish('keys', 'One', { markdown: 'Keys that pass.' })
  await publish('one', 'Passkeys', { tags: ['WebAuthn'] })
  await publish('two', 'Leap seconds', { tags: ['HTTP/3'] })
  await publish('tag', 'Scripts', { tags: ['Content Security Policy'] })
  expect(await find('pass keys', 1)).toEqual(['one'])
  expect(await find('web authn', 1)).toEqual(['one'])
  expect(await find('leapsecond')).toEqual(['two'])
  expect(await find('http3')).toEqual(['two'])
  expect(await find('CSP')).toEqual(['tag'])
  expect(await find('secondsleap')).toEqual([])
  for (const title of ['Cache', 'Lime', 'Cacheline']) await publish(title.toLowerCase(), title)
  expect((await index.search('cachelime', 8)).meant?.words).toBe('cacheline')
})

test('finds categories and tags by name, with the number of their posts and the matching part', async () => {
  const { publish, index } = await startSearch()
  await publish('a', 'One', { tags: ['Leap seconds'] })
  await publish('b', 'Two', { category: 'blockchain', tags: ['Leap seconds', 'Clocks'] })
  expect(await index.search('web dev', 1)).toMatchObject({
    categories: [{ name: 'web-development', posts: 1 }],
    tags: [],
  })
  const tag = (start: number, end: number) => [{ name: 'Leap seconds', posts: 2, marks: [[start, end]] }]
  expect(await index.search('second', 1)).toMatchObject({ categories: [], tags: tag(5, 11) })
  expect(await index.search('leap  Secs', 1)).toMatchObject({ tags: [] })
  expect(await index.search('Leap sec', 1)).toMatchObject({ tags: tag(0, 8) })
  expect(await index.search('', 8)).toEqual({ posts: [], total: 0, meant: null, categories: [], tags: [] })
})

test.for([
  ['AI', 'artificial-intelligence'],
  ['intelligence', 'artificial-intelligence'],
  ['cyber', 'cybersecurity'],
  ['web dev', 'web-development'],
  ['crypto', 'blockchain'],
  ['blokchain', 'blockchain'],
  ['a', 'artificial-intelligence'],
  ['rity', null],
])('the query “%s” finds the category %s', async ([typed, category]) => {
  const { publish, index } = await startSearch({
    synonyms: { ai: ['artificial intelligence'], crypto: ['blockchain'] },
  })
  for (const each of ['artificial-intelligence', 'cybersecurity', 'web-development', 'blockchain', 'technology'])
    await publish('a', 'Block', { category: each, markdown: 'A blockchain.' })
  expect((await index.search(String(typed), 8)).categories.map(({ name }) => name)).toEqual(
    category === null ? [] : [category],
  )
})

test('a synonym of a category finds its posts, listed after posts with the synonym in their titles', async () => {
  const { publish, find } = await startSearch({ synonyms: { security: ['cybersecurity'] } })
  await publish('posts', 'One', { category: 'cybersecurity' })
  await publish('title', 'A security policy', { date: '2020-01-01T00:00:00Z' })
  await publish('neither', 'Two')
  expect(await find('security')).toEqual(['title', 'posts'])
})

test('counts posts that contain all words, and lists posts with only some of the words after them', async () => {
  const { publish, index } = await startSearch()
  for (const id of ['a', 'b', 'c', 'd']) await publish(id, `Quorum ${id}`)
  await publish('both', 'A quorum with a leader')
  expect(await index.search('quorum', 2)).toMatchObject({ total: 5, posts: [{}, {}] })
  const { total, posts } = await index.search('leader quorum', 8)
  expect([total, posts.length, posts[0]?.id]).toEqual([1, 5, 'both'])
  expect(await index.search('leader gardening', 8)).toMatchObject({ total: 0, posts: [{ id: 'both' }] })
  for (const id of ['e', 'f']) await publish(id, `A quorum for leader ${id}`)
  expect((await index.search('leader quorum', 8)).posts).toHaveLength(3)
})

test('marks matches in the title, and shows other matches in a snippet of the excerpt or text', async () => {
  const { publish, search } = await startSearch()
  const long = 'Nothing of it here. '.repeat(20)
  const markdown = `## Clocks\n\n${long}An [**astronomer**](https://example.org/a)'s clock\nslowed[S1].\n\n${long}`
  await publish('a', 'Leap seconds & “UTC”', { excerpt: 'Why clocks differ.', markdown })
  const [inTitle] = await search('utc leap')
  expect([inTitle?.marks?.join(' '), inTitle?.snippet]).toEqual(['0,4 16,19', null])
  const inExcerpt = { text: 'Why clocks differ.', marks: [[4, 10]] }
  expect(await search('clocks')).toMatchObject([{ marks: [], snippet: inExcerpt }])
  const snippet = (await search('astronomer slows'))[0]?.snippet
  expect(snippet?.text).toMatch(/^…An astronomer's clock slowed\. Nothing of it here\..*…$/)
  expect(snippet?.marks.map(([start, end]) => snippet.text.slice(start, end))).toEqual(['astronomer', 'slowed'])
})

test('shows the tag and the excerpt if only a tag matches', async () => {
  const { publish, search } = await startSearch()
  await publish('a', 'Handshakes', {
    excerpt: 'Who speaks first.',
    tags: ['web', 'TLS 1.3'],
    markdown: 'A wolf, later.',
  })
  expect((await search('tls'))[0]?.snippet).toEqual({ text: 'Who speaks first.', marks: [], tag: 'TLS 1.3' })
  // A snippet of the text takes precedence.
  expect((await search('wolf tls'))[0]?.snippet).toEqual({ text: 'A wolf, later.', marks: [[2, 6]] })
})

test('a snippet includes the heading above it, in Markdown and in HTML', async () => {
  const { publish, search } = await startSearch()
  const markdown = [
    'A heron opens.',
    '```sh\n## a comment, no heading\n```',
    '## Where *it* [begins](https://example.org/) ##',
    'An otter swims.',
    '### What follows\n\nA badger digs.',
  ].join('\n\n')
  await publish('a', 'In Markdown', { markdown })
  const sectionOf = async (word: string) => (await search(word))[0]?.snippet?.section
  expect(await sectionOf('heron')).toBeUndefined()
  expect(await sectionOf('comment')).toBeUndefined()
  expect(await sectionOf('otter')).toBe('Where it begins')
  expect(await sectionOf('begins')).toBe('Where it begins')
  expect(await sectionOf('badger')).toBe('What follows')
  await publish('b', 'In HTML', { markdown: '<p>A lynx.</p><h2 id="x">Its <em>paws</em></h2><p>A marten.</p>' })
  expect(await sectionOf('lynx')).toBeUndefined()
  expect(await sectionOf('marten')).toBe('Its paws')
})

test('updates the index after publications, reviews, corrections and retractions', async () => {
  const { bucket, journal, archive, publish, retract, search, find } = await startSearch()
  expect(await find('leap')).toEqual([])
  await publish('a', 'Leap seconds', { markdown: 'About astronomers.' })
  expect([await find('leap'), await find('astronomers')]).toEqual([['a'], ['a']])
  const judged = { category: 'web-development', id: 'a', baseVersion: 1 }
  await reviewPost({ bucket, journal, archive, judged, by: 'A', note: '' })
  expect((await search('leap'))[0]?.reviews).toHaveLength(1)
  const corrected = postOf('a', {
    category: 'web-development',
    title: 'Intercalation',
    markdown: 'About calendars.',
  })
  await correctPost({ bucket, journal, archive, judged, post: corrected, by: 'A', note: 'N' })
  expect([await find('leap'), await find('astronomers'), await find('intercalation'), await find('calendars')]).toEqual(
    [[], [], ['a'], ['a']],
  )
  await publish('b', 'Intercalation', { markdown: 'About leaps.', date: '2020-01-01T00:00:00Z' })
  expect(await find('intercalation', 1)).toEqual(['a'])
  await retract('a', 'web-development')
  expect([await find('intercalation', 1), await find('calendars')]).toEqual([['b'], []])
})

test('indexes unavailable texts later, and indexes a post with an invalid text by its other fields', async () => {
  const bucket = memoryBucket()
  let isShy = true
  const read: Bucket = {
    ...bucket,
    get: async (key) => {
      if (key.includes('/broken/')) return { body: Buffer.from('{'), etag: '', contentType: '', cacheControl: null }
      if (key.includes('/shy/') && isShy) throw new Unavailable('Not now.')
      return await bucket.get(key)
    },
  }
  const { publish, find, errors } = await startSearch({ bucket, read })
  for (const id of ['fine', 'broken', 'shy']) await publish(id, 'One', { markdown: 'It **quotes** nobody[S1].' })
  expect(await find('quotes')).toEqual(['fine'])
  expect(await find('s1')).toEqual([])
  isShy = false
  await expect.poll(async () => (await find('quotes')).toSorted(), { timeout: 10_000 }).toEqual(['fine', 'shy'])
  expect((await find('one')).toSorted()).toEqual(['broken', 'fine', 'shy'])
  expect(errors).toHaveLength(1)
  expect(String(errors[0])).toContain('posts/web-development/broken/content.json')
})

test('accepts any query and finds only posts in the archive', async () => {
  const { publish, retract, search, archive } = await startSearch()
  await publish('a', 'Attention — “is” all 人工知能 you_need')
  await publish('b', 'Ünïcode: C++ & C#', { markdown: 'toString constructor __proto__' })
  await publish('gone', 'Attention, constructor')
  await retract('gone', 'web-development')
  const words = fc.constantFrom(
    'atention',
    'constr',
    '__proto__',
    'NOT',
    '人工',
    'c++',
    '"',
    '*',
    'title:',
    '\u{D800}',
    'NEAR(',
  )
  const query = fc.oneof(
    anyText(300),
    fc.array(words, { maxLength: 40 }).map((all) => all.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 50 }), async (text, limit) => {
      const found = (await search(text, limit)).map(({ category, id }) => archive.find(category, id))
      expect(found.length).toBeLessThanOrEqual(limit)
      expect(found).not.toContain(null)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})
