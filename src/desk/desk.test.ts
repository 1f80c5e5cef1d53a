import { expect, test } from 'vitest'
import type { Revalidate } from '#desk/review-item.ts'
import { warning, doubt, UNITS, notes, passing, failing, startDesk, postOf } from '../../tests/fixtures/desk.ts'

test('lists held posts first, then posts without a verdict, riskiest first', async () => {
  const { desk, write, open } = await startDesk()
  await write(postOf('calm'))
  await write(postOf('alone', ['One']))
  await write(postOf('doubted'), [doubt])
  await write(postOf('held', ['One']), [warning], true)
  await write(postOf('kept'), [doubt, doubt])
  await desk.keep({ item: await open('kept'), by: 'Ada', note: '' })
  expect((await desk.list()).posts.map(({ place, state, risks }) => [place.id, state, ...risks])).toEqual([
    ['held', 'held', '1 warning', '1 question from code', 'one publisher'],
    ['doubted', 'published', '1 judge doubt', '1 question from code'],
    ['alone', 'published', '1 question from code', 'one publisher'],
    ['calm', 'published', '1 question from code'],
  ])
})

test("opening a post returns each sentence with its units, their neighbouring units and the newsroom's notes", async () => {
  const { write, open } = await startDesk()
  const post = postOf('a')
  const evidence = [
    { text: 'Ada counted 14 locks in 2026.', compute: '', citation: 1, source: 0, unit: 'S1.9', quote: UNITS[1] ?? '' },
    { text: 'Title of a', compute: '', citation: null, source: 1, unit: 'S2.4', quote: 'A quote.' },
  ]
  const html = '<p>Ada counted 14 locks in 2026. More.</p>'
  await write({ ...post, html, provenance: post.provenance && { ...post.provenance, evidence } }, [warning])
  const item = await open('a')
  expect(item).toMatchObject({ state: 'published', baseVersion: 1, markdown: 'Text [S1]', findings: [warning] })
  expect(item.risks).toEqual(['1 warning', '1 question from code'])
  expect(item.removed).toEqual(notes.removed)
  const [title, excerpt, claim, more] = item.sentences
  // The source text was not stored, so only the recorded quotation is shown.
  expect(title?.units).toEqual([{ id: 'S2.4', source: 1, text: 'A quote.', before: null, after: null, compute: '' }])
  expect([excerpt?.units, more?.units, more?.questions]).toEqual([[], [], []])
  // The units were numbered differently when the post was written.
  expect(claim).toMatchObject({
    units: [{ id: 'S1.9', source: 0, text: UNITS[1], before: UNITS[0], after: UNITS[2] }],
    questions: notes.questions,
    verdict: notes.verdicts[0],
  })
  expect(item.html).toContain('<p><span data-sentence="2">Ada counted 14 locks in 2026.</span>')
})

test('checking an edited file returns the diff and does not publish anything', async () => {
  const { desk, write, open, archive } = await startDesk({ revalidate: failing })
  await write(postOf('a'))
  const item = await open('a')
  const checked = await desk.check({ item, file: item.file.replace('Text', 'Better') })
  expect(checked).toMatchObject({ state: 'checked', findings: [{ code: 'number-not-in-evidence' }, { code: 'style' }] })
  const changed = checked.state === 'checked' ? checked.changes.filter(({ added, removed }) => added || removed) : []
  expect(changed.map(({ value, added }) => [value, added])).toEqual([
    ['Text', false],
    ['Better', true],
  ])
  expect(await desk.check({ item, file: '' })).toMatchObject({ state: 'refused' })
  expect(archive.sequence).toBe(1)
})

test("keeping a post adds a review with the reviewer's name to its page", async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'))
  expect(await desk.keep({ item: await open('a'), by: 'Ada', note: 'Fine.' })).toEqual({
    state: 'done',
    sentence: 'Kept: technology/a, “Title of a”.',
  })
  expect((await read('a'))?.provenance?.reviews).toMatchObject([{ by: 'Ada', note: 'Fine.' }])
})

test('checks and renders a correction, and publishes it with its note', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'), [warning])
  const item = await open('a')
  const file = item.file.replace('Text [S1]', 'Better [S1]').replace('Title of a', 'A better title')
  expect(await desk.correct({ item, file, by: 'Lin', note: 'It was worse.', anyway: false })).toMatchObject({
    state: 'done',
  })
  expect(await read('a')).toMatchObject({
    title: 'A better title',
    html: '<p>Better [S1]</p>',
    markdown: 'Better [S1]',
    provenance: {
      writer: { model: 'm' },
      checks: [{ detail: 'again' }],
      corrections: [{ by: 'Lin', note: 'It was worse.' }],
    },
  })
  // The old warnings are gone, because they applied to the text before the correction.
  expect((await open('a')).findings).toEqual([])
})

test('a correction keeps the dates of the sources, although the edited file does not contain them', async () => {
  const { desk, write, open, read } = await startDesk()
  const post = postOf('a')
  const [first, ...others] = post.provenance?.sources ?? []
  if (!first || !post.provenance) throw new Error('The post has no sources.')
  const dated = { ...first, date: '2026-11-19', read: '2026-11-20' }
  await write({ ...post, provenance: { ...post.provenance, sources: [dated, ...others] } })
  const item = await open('a')
  expect(item.file).not.toContain('2026-11-19')
  const unchanged = { item, file: item.file, by: 'Lin', note: 'None.', anyway: false }
  expect(await desk.correct(unchanged)).toMatchObject({ state: 'refused' })
  const file = item.file.replace('Text [S1]', 'Better [S1]')
  await desk.correct({ item, file, by: 'Lin', note: 'It was worse.', anyway: false })
  expect((await read('a'))?.provenance?.sources).toEqual([dated, ...others])
})

test("a correction replaces the evidence but keeps the judge's record and the links of the sources", async () => {
  const links = [{ text: 'One', url: 'https://one.example/' }]
  const evidence = { text: 'Text', compute: '', citation: 1, source: 0, unit: 'S1.1', quote: 'What One says.' }
  const judging = { model: 'j', provider: 'p', isWriter: false, sentences: 9, planted: 4, found: 4, cut: 0 }
  const given: unknown[] = []
  const revalidate: Revalidate = async (options) => {
    given.push(options.before.evidence, options.edited.links)
    const { html, checks, findings } = await passing(options)
    return { html, checks, findings, evidence: [{ ...evidence, text: options.edited.markdown, unit: 'S1.7' }] }
  }
  const { desk, write, open, read } = await startDesk({ revalidate })
  const post = postOf('a')
  await write({ ...post, provenance: post.provenance && { ...post.provenance, evidence: [evidence], judging, links } })
  const item = await open('a')
  const file = item.file.replace('Text', 'Other')
  await desk.correct({ item, file, by: 'Lin', note: 'n', anyway: false })
  expect(given).toEqual([[evidence], links])
  expect((await read('a'))?.provenance).toMatchObject({
    evidence: [{ text: 'Other [S1]', unit: 'S1.7' }],
    judging,
    links,
  })
})

test('a correction that fails its checks is published only with `anyway`, and its page then shows the failed checks', async () => {
  const { desk, write, open, read, archive } = await startDesk({ revalidate: failing })
  await write(postOf('a'))
  const item = await open('a')
  const correction = { item, file: item.file.replace('Text', 'Other'), by: 'Lin', note: 'n' }
  const failed = await desk.correct({ ...correction, anyway: false })
  expect(failed).toMatchObject({ state: 'failed', sentence: expect.stringMatching(/- number-not-in-evidence: [^-]*$/) })
  expect([(await read('a'))?.markdown, archive.sequence]).toEqual(['Text [S1]', 1])
  expect(await desk.correct({ ...correction, anyway: true })).toMatchObject({ state: 'done' })
  expect((await read('a'))?.provenance?.checks).toEqual([{ name: 'numbers', passed: false, detail: 'again' }])
})

test('refuses an unchanged or invalid file', async () => {
  const { desk, write, open, archive } = await startDesk()
  await write(postOf('a'))
  const item = await open('a')
  const correct = (file: string) => desk.correct({ item, file, by: 'Lin', note: 'n', anyway: false })
  expect(await correct(item.file)).toEqual({
    state: 'refused',
    sentence: 'The file does not change anything.',
  })
  expect(await correct('nothing')).toMatchObject({ state: 'refused', sentence: expect.stringMatching(/front matter/) })
  expect(archive.sequence).toBe(1)
})

test('does not publish an edited file that is based on an outdated text', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'))
  const early = await open('a')
  const file = early.file.replace('Text', 'Mine')
  const theirs = { item: early, file: early.file.replace('Text', 'Theirs'), by: 'Lin', note: 'first' }
  await desk.correct({ ...theirs, anyway: false })
  const late = { file, by: 'Ada', note: 'n', anyway: false }
  // The edited file contains the version number on which it is based.
  for (const item of [early, await open('a')])
    expect(await desk.correct({ ...late, item })).toMatchObject({
      state: 'changed',
      sentence: expect.stringMatching(/corrected by Lin/),
    })
  expect(await desk.keep({ item: early, by: 'Ada', note: '' })).toMatchObject({ state: 'changed' })
  expect(await read('a')).toMatchObject({ markdown: 'Theirs [S1]', provenance: { reviews: [] } })
})

test('a verdict on a retracted post fails and states who retracted it', async () => {
  const { desk, write, open } = await startDesk()
  await write(postOf('a'))
  const item = await open('a')
  await desk.retract({ item: await open('a'), by: 'Lin', note: 'Not so.' })
  const gone = { state: 'gone', sentence: expect.stringMatching(/technology\/a was retracted by Lin on .*: Not so\./) }
  const file = item.file.replace('Text', 'Other')
  expect(await desk.keep({ item, by: 'Ada', note: '' })).toMatchObject(gone)
  expect(await desk.correct({ item, file, by: 'Ada', note: 'n', anyway: true })).toMatchObject(gone)
  expect(await desk.retract({ item, by: 'Ada', note: 'r' })).toMatchObject(gone)
  expect(await desk.open('technology/a')).toMatchObject(gone)
  expect(await desk.open('technology/never')).toMatchObject({
    sentence: expect.stringMatching(/There is no post/),
  })
})

test('keeping a held post publishes it together with the review', async () => {
  const { desk, write, open, read, archive } = await startDesk()
  await write(postOf('a'), [], true)
  expect(archive.all()).toEqual([])
  expect(await open('a')).toMatchObject({ state: 'held', baseVersion: 0 })
  expect(await desk.keep({ item: await open('a'), by: 'Ada', note: '' })).toMatchObject({ state: 'done' })
  expect((await read('a'))?.provenance?.reviews).toMatchObject([{ by: 'Ada' }])
  expect((await desk.list()).posts).toEqual([])
})

test('an edited held post is published with a note about the edit instead of a correction', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'), [], true)
  const item = await open('a')
  const file = item.file.replace('Text', 'Better')
  expect(await desk.correct({ item, file, by: 'Lin', note: 'n', anyway: false })).toMatchObject({ state: 'done' })
  expect(await read('a')).toMatchObject({
    markdown: 'Better [S1]',
    updated: null,
    provenance: {
      note: 'Written from texts. Edited by Lin before publication.',
      reviews: [{ by: 'Lin', note: 'n' }],
      corrections: [],
    },
  })
})

test('a retracted held post is never published', async () => {
  const { desk, write, open, records, archive } = await startDesk()
  await write(postOf('a'), [], true)
  expect(await desk.retract({ item: await open('a'), by: 'Ada', note: 'No news.' })).toMatchObject({
    state: 'done',
  })
  expect((await desk.list()).posts).toEqual([])
  expect(await records[0]?.publish(postOf('a'))).toBe(false)
  expect(archive.all()).toEqual([])
})

test('a verdict on a held post fails if the post was published in the meantime', async () => {
  const { desk, write, open, read } = await startDesk()
  await write(postOf('a'), [], true)
  const item = await open('a')
  const file = item.file.replace('Text', 'Mine')
  await desk.keep({ item, by: 'Lin', note: '' })
  const late = await desk.correct({ item, file, by: 'Ada', note: 'n', anyway: false })
  expect(late).toMatchObject({ state: 'changed', sentence: expect.stringMatching(/was published after you opened it/) })
  expect(await read('a')).toMatchObject({ markdown: 'Text [S1]', provenance: { reviews: [{ by: 'Lin' }] } })
})

test('a held post that cannot be published stays held, and keeping it fails with the reason', async () => {
  const { desk, write, open, records, archive } = await startDesk()
  await write(postOf('a'), [], true)
  const [record] = records
  if (record) record.publish = () => Promise.reject(new Error('The bucket does not answer.'))
  await expect(desk.keep({ item: await open('a'), by: 'Ada', note: '' })).rejects.toThrow('The bucket does not answer.')
  expect([archive.sequence, (await desk.list()).posts.length]).toEqual([0, 1])
})

test('lists the other posts if a record cannot be read, and reports that record as a problem', async () => {
  const { desk, write, unreadable } = await startDesk()
  await write(postOf('a'), [], true)
  unreadable.push('The record editions/2026-11-20/slots/x/post.json cannot be used.')
  const { posts, ...rest } = await desk.list()
  expect(posts.map(({ place }) => place.id)).toEqual(['a'])
  expect(rest).toEqual({ unreadable })
})

test('opens a post by its name, or by its id if the id is unique', async () => {
  const { desk, write } = await startDesk()
  await write(postOf('a'))
  await write(postOf('b'))
  await write({ ...postOf('a'), category: 'blockchain' }, [], true)
  expect(await desk.open('b')).toMatchObject({ state: 'published', place: { category: 'technology', id: 'b' } })
  expect(await desk.open('blockchain/a')).toMatchObject({ state: 'held' })
  expect(await desk.open('a')).toEqual({
    state: 'gone',
    sentence: 'Several posts have the id a. Use one of technology/a, blockchain/a.',
  })
  for (const name of ['c', 'a/b/c', '', 'technology/'])
    expect(await desk.open(name)).toEqual({ state: 'gone', sentence: `There is no post ${name}.` })
})

test('announces only changed posts', async () => {
  const { desk, write, open, notified } = await startDesk({ revalidate: failing })
  await write(postOf('a'))
  await write(postOf('b'))
  const item = await open('a')
  const correction = { item, file: item.file.replace('Text', 'Other'), by: 'Lin', note: 'n' }
  await desk.correct({ ...correction, anyway: false })
  expect(notified).toEqual([])
  await desk.correct({ ...correction, anyway: true })
  await desk.keep({ item, by: 'Ada', note: '' })
  await desk.retract({ item: await open('b'), by: 'Ada', note: 'r' })
  expect(notified).toEqual(['a', 'b'])
})
