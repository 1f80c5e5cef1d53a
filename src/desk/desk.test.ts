import { expect, test } from 'vitest'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { readPost, type PostToPublish } from '#archive/text.ts'
import { memoryBucket } from '#bucket/memory.ts'
import type { Complaint, DeskCase } from '#desk/case.ts'
import { openDesk, type Dossier, type Recheck } from '#desk/desk.ts'

const source = (publisher: string) => ({ title: 'T', publisher, url: `https://${publisher.toLowerCase()}.example/` })
const warning: Complaint = { code: 'style', level: 'warn', where: 'title', message: 'Too loud.', evidence: '!' }
const doubt: Complaint = { ...warning, code: 'judge-doubtful' }

function postOf(id: string, publishers = ['One', 'Two']): PostToPublish {
  return {
    ...{ id, category: 'technology', title: `Title of ${id}`, excerpt: 'E', author: 'Stet', tags: ['a'] },
    ...{ html: '<p>Text</p>', markdown: 'Text [S1]', date: '2026-11-20T08:00:00Z' },
    provenance: {
      ...{ writer: { model: 'm', provider: 'p' }, note: 'Written from texts.', sources: publishers.map(source) },
      ...{ checks: [{ name: 'numbers', passed: true, detail: '' }], reviews: [], corrections: [] },
    },
  }
}

async function startDesk({ recheck = passing }: { recheck?: Recheck } = {}) {
  const bucket = memoryBucket()
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0, onError: () => {} })
  const kept: Dossier[] = []
  const now = () => new Date('2026-11-21T10:00:00Z')
  const told: string[] = []
  const announce = async (posts: { id: string }[]) => void told.push(...posts.map(({ id }) => id))
  const desk = openDesk({ bucket, journal, archive, recheck, now, announce, dossiers: async () => kept })
  const store = { bucket, journal, archive }
  return {
    ...{ ...store, desk, kept, told },
    /** What a newsroom does: keeps what it wrote, and publishes it unless a person is asked first. */
    write: async (post: PostToPublish, complaints: Complaint[] = [], hold = false) => {
      const release = async (edited: PostToPublish) =>
        (await publishPost({ ...store, post: edited, files: [] })) !== null
      const textOf = async (url: string) => (url.includes('one') ? 'What One says.' : null)
      kept.push({ post, complaints, textOf, dateOf: () => null, release })
      if (!hold) await release(post)
    },
    open: async (id: string): Promise<DeskCase> => {
      const subject = await desk.open({ category: 'technology', id })
      if (subject.state === 'gone') throw new Error(subject.sentence)
      return subject
    },
    read: (id: string) => readPost({ bucket, archive, category: 'technology', id }),
  }
}

const passing: Recheck = async ({ edited }) => ({
  ...{ html: `<p>${edited.markdown}</p>`, findings: [] },
  checks: [{ name: 'numbers', passed: true, detail: 'again' }],
})

const failing: Recheck = async ({ edited }) => ({
  html: `<p>${edited.markdown}</p>`,
  checks: [{ name: 'numbers', passed: false, detail: 'again' }],
  findings: [{ ...warning, code: 'number-not-in-sources', level: 'block' }, warning],
})

test('posts without a verdict are listed, the riskiest first, with why', async () => {
  const { desk, write, open } = await startDesk()
  await write(postOf('calm'))
  await write(postOf('alone', ['One']))
  await write(postOf('doubted'), [doubt])
  await write(postOf('held', ['One']), [warning], true)
  await write(postOf('kept'), [doubt, doubt])
  await desk.keep({ subject: await open('kept'), by: 'Ada', note: '' })
  expect((await desk.list()).map(({ place, state, risks }) => [place.id, state, ...risks])).toEqual([
    ['doubted', 'published', '1 judge doubt'],
    ['held', 'held', '1 warning', 'one publisher'],
    ['alone', 'published', 'one publisher'],
    ['calm', 'published'],
  ])
})

test('a case shows what the newsroom warned of and the texts that it read', async () => {
  const { write, open } = await startDesk()
  await write(postOf('a'), [warning])
  expect(await open('a')).toMatchObject({
    ...{ state: 'published', seen: 1, markdown: 'Text [S1]', complaints: [warning], risks: ['1 warning'] },
    texts: ['What One says.', null],
  })
})

test('a kept post is reviewed, by name, on its page', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'))
  expect(await desk.keep({ subject: await open('a'), by: 'Ada', note: 'Fine.' })).toEqual({
    ...{ state: 'done', sentence: 'Kept: technology/a, “Title of a”.' },
  })
  expect((await read('a'))?.provenance?.reviews).toMatchObject([{ by: 'Ada', note: 'Fine.' }])
})

test('a correction is checked again, rendered, and published with its note and its checks', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'), [warning])
  const subject = await open('a')
  const file = desk.editable(subject).replace('Text [S1]', 'Better [S1]').replace('Title of a', 'A better title')
  expect(await desk.correct({ subject, file, by: 'Lin', note: 'It was worse.', anyway: false })).toMatchObject({
    state: 'done',
  })
  expect(await read('a')).toMatchObject({
    ...{ title: 'A better title', html: '<p>Better [S1]</p>', markdown: 'Better [S1]' },
    provenance: {
      writer: { model: 'm' },
      checks: [{ detail: 'again' }],
      corrections: [{ by: 'Lin', note: 'It was worse.' }],
    },
  })
  // What the newsroom warned of, it said of another text.
  expect((await open('a')).complaints).toEqual([])
})

test('a correction that fails its checks changes nothing, unless it is wanted; then its page says that it failed', async () => {
  const { desk, write, open, read, archive } = await startDesk({ recheck: failing })
  await write(postOf('a'))
  const subject = await open('a')
  const correction = { subject, file: desk.editable(subject).replace('Text', 'Other'), by: 'Lin', note: 'n' }
  const failed = await desk.correct({ ...correction, anyway: false })
  expect(failed).toMatchObject({ state: 'failed', complaints: [{ code: 'number-not-in-sources' }, { code: 'style' }] })
  expect([(await read('a'))?.markdown, archive.sequence]).toEqual(['Text [S1]', 1])
  expect(await desk.correct({ ...correction, anyway: true })).toMatchObject({ state: 'done' })
  expect((await read('a'))?.provenance?.checks).toEqual([{ name: 'numbers', passed: false, detail: 'again' }])
})

test('a correction is compared with every other post, and not with itself', async () => {
  const compared: string[][] = []
  const recheck: Recheck = async (options) => {
    compared.push(options.published.map(({ title }) => title))
    return await passing(options)
  }
  const { desk, write, open } = await startDesk({ recheck })
  await write(postOf('a'))
  await write(postOf('b'))
  const subject = await open('a')
  const file = desk.editable(subject).replace('Text', 'Other')
  await desk.correct({ subject, file, by: 'Lin', note: 'n', anyway: false })
  expect(compared).toEqual([['Title of b']])
})

test('a file that changes nothing, or cannot be read, is refused', async () => {
  const { desk, write, open, archive } = await startDesk()
  await write(postOf('a'))
  const subject = await open('a')
  const correct = (file: string) => desk.correct({ subject, file, by: 'Lin', note: 'n', anyway: false })
  expect(await correct(desk.editable(subject))).toEqual({
    state: 'refused',
    sentence: 'Nothing in the file is changed.',
  })
  expect(await correct('nothing')).toMatchObject({ state: 'refused', sentence: expect.stringMatching(/front matter/) })
  expect(archive.sequence).toBe(1)
})

test('a file made from an older text than the newest is not published', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'))
  const early = await open('a')
  const file = desk.editable(early).replace('Text', 'Mine')
  const theirs = { subject: early, file: desk.editable(early).replace('Text', 'Theirs'), by: 'Lin', note: 'first' }
  await desk.correct({ ...theirs, anyway: false })
  const late = { file, by: 'Ada', note: 'n', anyway: false }
  // Whatever post is named: the file itself says what it was made from.
  for (const subject of [early, await open('a')])
    expect(await desk.correct({ ...late, subject })).toMatchObject({
      state: 'changed',
      sentence: expect.stringMatching(/corrected by Lin/),
    })
  expect(await desk.keep({ subject: early, by: 'Ada', note: '' })).toMatchObject({ state: 'changed' })
  expect(await read('a')).toMatchObject({ markdown: 'Theirs [S1]', provenance: { reviews: [] } })
})

test('a post that somebody retracted meanwhile says who, whatever is tried', async () => {
  const { desk, write, open } = await startDesk()
  await write(postOf('a'))
  const subject = await open('a')
  await desk.retract({ subject: await open('a'), by: 'Lin', reason: 'Not so.' })
  const gone = { state: 'gone', sentence: expect.stringMatching(/technology\/a was retracted by Lin on .*: Not so\./) }
  const file = desk.editable(subject).replace('Text', 'Other')
  expect(await desk.keep({ subject, by: 'Ada', note: '' })).toMatchObject(gone)
  expect(await desk.correct({ subject, file, by: 'Ada', note: 'n', anyway: true })).toMatchObject(gone)
  expect(await desk.retract({ subject, by: 'Ada', reason: 'r' })).toMatchObject(gone)
  expect(await desk.open(subject.place)).toMatchObject(gone)
  expect(await desk.open({ category: 'technology', id: 'never' })).toMatchObject({
    sentence: expect.stringMatching(/There is no post/),
  })
})

test('a held post is published by being kept, and carries the review', async () => {
  const { desk, write, open, read, archive } = await startDesk()
  await write(postOf('a'), [], true)
  expect(archive.all()).toEqual([])
  expect(await open('a')).toMatchObject({ state: 'held', seen: 0 })
  expect(await desk.keep({ subject: await open('a'), by: 'Ada', note: '' })).toMatchObject({ state: 'done' })
  expect((await read('a'))?.provenance?.reviews).toMatchObject([{ by: 'Ada' }])
  expect(await desk.list()).toEqual([])
})

test('a held post that was edited is published as edited, and says so without a correction', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'), [], true)
  const subject = await open('a')
  const file = desk.editable(subject).replace('Text', 'Better')
  expect(await desk.correct({ subject, file, by: 'Lin', note: 'n', anyway: false })).toMatchObject({ state: 'done' })
  expect(await read('a')).toMatchObject({
    ...{ markdown: 'Better [S1]', updated: null },
    provenance: {
      note: 'Written from texts. Edited by Lin before publication.',
      ...{ reviews: [{ by: 'Lin', note: 'n' }], corrections: [] },
    },
  })
})

test('a held post that is retracted is never published', async () => {
  const { desk, write, open, kept, archive } = await startDesk()
  await write(postOf('a'), [], true)
  expect(await desk.retract({ subject: await open('a'), by: 'Ada', reason: 'No news.' })).toMatchObject({
    state: 'done',
  })
  expect(await desk.list()).toEqual([])
  expect(await kept[0]?.release(postOf('a'))).toBe(false)
  expect(archive.all()).toEqual([])
})

test('of two people who let a held post go at once, one is told that the other was first', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'), [], true)
  const subject = await open('a')
  const file = desk.editable(subject).replace('Text', 'Mine')
  await desk.keep({ subject, by: 'Lin', note: '' })
  const late = await desk.correct({ subject, file, by: 'Ada', note: 'n', anyway: false })
  expect(late).toMatchObject({ state: 'changed', sentence: expect.stringMatching(/published meanwhile/) })
  expect(await read('a')).toMatchObject({ markdown: 'Text [S1]', provenance: { reviews: [{ by: 'Lin' }] } })
})

test('an id finds its post; one that several posts have finds all of them', async () => {
  const { desk, write } = await startDesk()
  await write(postOf('a'))
  await write({ ...postOf('a'), category: 'blockchain' }, [], true)
  expect(await desk.find('a')).toHaveLength(2)
  expect(await desk.find('technology/a')).toEqual([{ category: 'technology', id: 'a' }])
  expect([await desk.find('b'), await desk.find('a/b/c')]).toEqual([[], []])
})

test('the world is told of what a verdict changed, and of nothing else', async () => {
  const { desk, write, open, told } = await startDesk({ recheck: failing })
  await write(postOf('a'))
  await write(postOf('b'))
  const subject = await open('a')
  const correction = { subject, file: desk.editable(subject).replace('Text', 'Other'), by: 'Lin', note: 'n' }
  await desk.correct({ ...correction, anyway: false })
  expect(told).toEqual([])
  await desk.correct({ ...correction, anyway: true })
  await desk.keep({ subject, by: 'Ada', note: '' })
  await desk.retract({ subject: await open('b'), by: 'Ada', reason: 'r' })
  expect(told).toEqual(['a', 'b'])
})
