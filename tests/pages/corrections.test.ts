import { expect, test } from 'vitest'
import { correctPost, retractPost } from '#archive/verdict.ts'
import { publish, startForeignSite, startOwnSite, storeOf } from '../e2e/site.ts'
import { getPage, linesOf, textOf, textsOf, valuesOf } from './page.ts'

// Tests corrections and retractions, on the corrections page and in articles.

const HTML = '<p>One.</p><p>It sees 24.</p><ul><li>Four</li><li>Same</li></ul>'

const site = await startOwnSite()
const { site: foreign } = await startForeignSite()
const store = storeOf(site)
await publish(site, { id: 'stays', title: 'The article stays' })

test('the corrections page shows a message if there are no corrections', async () => {
  const page = await getPage(`${site.url}/corrections`)
  expect(page.status).toBe(200)
  expect(textOf(page.one('main'))).toContain('Nothing to correct yet')
})

test('a retracted article responds with 410 and shows its title, who retracted it, when and why', async () => {
  await publish(site, { id: 'gone', title: 'The article gone' })
  await retractPost({ ...store, post: find('gone'), by: 'Bo', reason: 'It was not so.' })
  const page = await getPage(`${site.url}/post/technology/gone`)
  expect([page.status, page.headers.get('cache-control')]).toEqual([410, expect.stringContaining('max-age=1')])
  expect(linesOf(page.one('main')).join(' | ')).toMatch(
    /^(?:Back \| )?Post not found \| The post you're looking for doesn't exist or has been removed\. \|.*Retracted.*The article gone \| It was not so\..*Written by \| AI.*Retracted by \| Bo.*All corrections/,
  )
  expect(textsOf(page, 'main a[href="/"]')).toContain('Return to homepage')
})

test('a correction is shown next to its passage and listed on the corrections page', async () => {
  await publish(site, { id: 'changed', title: 'The article changed', html: HTML })
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

test('a site with a remote backend has no corrections page and no link to one', async () => {
  const page = await getPage(`${foreign.url}/corrections`)
  expect([page.status, textsOf(page, 'h1')]).toEqual([404, ['Page Not Found']])
  expect(page.all('a[href="/corrections"]')).toEqual([])
})

function find(id: string) {
  const post = store.archive.find('technology', id)
  if (post === null) throw new Error(`There is no post ${id}.`)
  return post
}
