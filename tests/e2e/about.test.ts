import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from './browser.ts'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { settled } from './settled.ts'
import { startSite, type Site } from './site.ts'

// The About page (specification 2, decision 13).

let api: FakeBackend
let site: Site
// Where corrections are listed.
let own: Site

beforeAll(async () => {
  api = await startFakeBackend()
  site = await startSite({ API_HOST: api.url, BUCKET_URL: api.bucketUrl })
  own = await startSite()
})
afterAll(async () => {
  await site.close()
  await own.close()
  await api.close()
})

test('About has a mission, how it works, and the four areas it covers', async () => {
  const { page, problems, close } = await openAbout()
  const main = page.getByRole('main')
  expect(await main.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['About'])
  expect(await main.getByText(/^Our mission is/).isVisible()).toBe(true)

  const how = main.locator('section', { has: page.getByRole('heading', { level: 2, name: 'How it works' }) })
  expect(await how.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'AI-powered content creation',
    'Human oversight',
  ])
  expect(await how.getByText(/drafted by a language model/).isVisible()).toBe(true)
  expect(await how.getByText(/A human reviews the output regularly/).isVisible()).toBe(true)

  const areas = main.getByRole('listitem').getByRole('heading', { level: 3 })
  expect(await areas.allTextContents()).toEqual([
    'Artificial Intelligence',
    'Web3 & Blockchain',
    'Cybersecurity',
    'Software Development',
  ])
  for (const area of await areas.all()) expect(await area.isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('a link in a paragraph makes its line no higher than the others', async () => {
  const { page, close } = await openSession()
  await page.goto(`${own.url}/about`)
  const lines = await page
    .locator('p', { has: page.getByRole('link', { name: 'All corrections' }) })
    .evaluate((text) => {
      return text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight)
    })
  expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.02)
  await close()
})

test('Explore Our Articles leads home', async () => {
  const { page, problems, close } = await openAbout()
  const link = page.getByRole('main').getByRole('link', { name: 'Explore Our Articles', exact: true })
  expect(await link.getAttribute('href')).toBe('/')
  await link.click()
  await page.getByTestId('hero').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(problems).toEqual([])
  await close()
})

test('About asks the backend for nothing but the categories of the navigation', async () => {
  api.calls.length = 0
  const { problems, close } = await openAbout()
  // A page that was left may still ask for a picture.
  const calls = api.calls.map((call) => call.split('?')[0] ?? '').filter((path) => !path.startsWith('/bucket/'))
  expect(new Set(calls)).toEqual(new Set(['/list-categories']))
  expect(problems).toEqual([])
  await close()
})

test('About claims only what the marks of an article show', async () => {
  const { page, problems, close } = await openAbout()
  const text = await page.getByRole('main').innerText()
  // Nothing makes sure of these: a backend without records lists no sources, and no check proves a claim.
  expect(text).not.toMatch(
    /\b(?:every|each|all) (?:claim|fact|statement)|writes every|each article lists|guarantee|verif/i,
  )
  // What checks can do, and what they cannot.
  expect(text).toMatch(/code compare numbers, names and quotations with the sources/)
  expect(text).toMatch(/a model looks once more for facts/)
  expect(text).toMatch(/Neither finds everything/)
  expect(text).toMatch(/not every article went through both/)
  // What a reader can see of the oversight.
  expect(text).toMatch(/a line above the text of each one says so/)
  expect(text).toMatch(/who reviewed it and when, or that no review is on record yet/)
  expect(text).toMatch(/correction stays at the article’s end, with its date and what changed/)
  expect(text).toMatch(/retracted article answers “Post not found”/)
  expect(problems).toEqual([])
  await close()
})

test('About promises no review before publication', async () => {
  const { page, problems, close } = await openAbout()
  const text = await page.getByRole('main').innerText()
  expect(text).not.toMatch(/review[^.]*\b(?:before|prior)\b|\b(?:before|prior)\b[^.]*review/i)
  expect(text).not.toMatch(/\b(?:every|each|all)\b[^.]*\b(?:is|are|was|were) reviewed/i)
  expect(problems).toEqual([])
  await close()
})

async function openAbout() {
  const session = await openSession()
  await session.page.goto(`${site.url}/about`)
  await settled(session.page)
  return session
}
