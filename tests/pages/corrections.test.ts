import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJournal } from '#archive/journal.ts'
import { correctPost, retractPost } from '#archive/verdict.ts'
import { startFakeBackend } from '../e2e/fake-backend.ts'
import { publish, startSite, type Site } from '../e2e/site.ts'
import { getPage, linesOf, textOf, textsOf, valuesOf } from './page.ts'

// Corrections and retractions: the page that lists them, the article, and the page of a retracted article.

const HTML = '<p>One.</p><p>It sees 24.</p><ul><li>Four</li><li>Same</li></ul>'

let site: Site

beforeAll(async () => {
  site = await startSite()
  await publish(site, { id: 'stays', title: 'The article stays' })
})
afterAll(() => site.close())

test('without corrections the page of corrections says so', async () => {
  const page = await getPage(`${site.url}/corrections`)
  expect(page.status).toBe(200)
  expect(textOf(page.one('main'))).toContain('Nothing to correct yet')
})

test('a retracted article is 410, with its title, who retracted it, when and why', async () => {
  await publish(site, { id: 'gone', title: 'The article gone' })
  const { store, find } = openStore()
  await retractPost({ ...store, post: find('gone'), by: 'Bo', reason: 'It was not so.' })
  const page = await getPage(`${site.url}/post/technology/gone`)
  expect([page.status, page.headers.get('cache-control')]).toEqual([410, expect.stringContaining('max-age=1')])
  expect(linesOf(page.one('main')).join(' | ')).toMatch(
    /^(?:Back \| )?Post not found \| The post you're looking for doesn't exist or has been removed\. \|.*Retracted.*The article gone \| It was not so\..*Written by \| AI.*Retracted by \| Bo.*All corrections/,
  )
  expect(textsOf(page, 'main a[href="/"]')).toContain('Return to homepage')
})

test('a correction is shown next to its passage and listed on the page of corrections', async () => {
  await publish(site, { id: 'changed', title: 'The article changed', html: HTML })
  const { store, find } = openStore()
  const post = find('changed')
  const outcome = await correctPost({
    ...store,
    judged: { category: post.category, id: post.id, baseVersion: post.text },
    post: {
      ...post,
      title: 'The article changed, rightly',
      html: HTML.replace('24', '27').replace('Four', 'Three'),
      markdown: 'One.',
      author: 'A',
      provenance: null,
    },
    by: 'Ada',
    note: 'The figure was 24.',
  })
  expect(outcome).toEqual({ state: 'done' })

  const article = await getPage(`${site.url}/post/technology/changed`)
  const notes = article.all('.prose .correction')
  expect(notes.map(textOf)).toEqual([
    expect.stringMatching(/^Corrected \w+ \d+, 20\d\d ?The figure was 24\. ?All corrections$/),
    expect.stringMatching(/^Corrected \w+ \d+, 20\d\d$/),
  ])
  expect(notes.map((note) => textOf(note.nextElementSibling ?? note))).toEqual(['It sees 27.', 'Three'])

  const list = await getPage(`${site.url}/corrections`)
  expect(textOf(list.one('main'))).toContain('1 correction and 1 retraction, newest first.')
  expect(textsOf(list, 'main ol > li, main ul > li')).toEqual([
    expect.stringMatching(
      /Correction ?The article changed, rightly ?The figure was 24\..*corrected by Ada · see it in the article$/,
    ),
    expect.stringMatching(/Retraction ?The article gone ?It was not so\..*retracted by Bo$/),
  ])
  expect(valuesOf(list, 'main li a', 'href')).toEqual(
    expect.arrayContaining([
      '/post/technology/changed',
      expect.stringMatching(/^\/post\/technology\/changed#correction-1$/),
    ]),
  )
})

test('a foreign backend has no page of corrections, and no link to one', async () => {
  const api = await startFakeBackend()
  const foreign = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  const page = await getPage(`${foreign.url}/corrections`)
  expect([page.status, textsOf(page, 'h1')]).toEqual([404, ['Page Not Found']])
  expect(page.all('a[href="/corrections"]')).toEqual([])
  await foreign.close()
  await api.close()
})

function openStore() {
  if (site.backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  const { bucket, archive } = site.backend
  const find = (id: string) => {
    const post = archive.find('technology', id)
    if (post === null) throw new Error(`There is no post ${id}.`)
    return post
  }
  return { store: { bucket, archive, journal: openJournal({ bucket }) }, find }
}
