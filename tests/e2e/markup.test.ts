import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeBackend, type FakeBackend } from './fake-backend.ts'
import { PAGES } from './pages.ts'
import { firstEdition, startSite, type Site } from './site.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Matters of taste, or of React's way to write: boolean attributes, entities, long titles, self-closing.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-raw-characters': 'off',
    'void-style': 'off',
    'long-title': 'off',
    // A table that scrolls is a region by role: a section would break the outline of the article.
    'prefer-native-element': ['error', { exclude: ['region'] }],
    // A formula is a thing with a role of its own, which may be named (ARIA in HTML); the linter knows it not.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-inline-style': 'error',
  },
})

let site: Site
let broken: FakeBackend
let clientSite: Site

beforeAll(async () => {
  site = await firstEdition()
  broken = await startFakeBackend()
  broken.behaviour = { categories: { status: 500 }, posts: { status: 500 }, content: { status: 500 } }
  clientSite = await startSite({ API_HOST: broken.url, BUCKET_URL: broken.bucketUrl })
})
afterAll(() => Promise.all([clientSite.close(), broken.close()]))

test.for(PAGES)('the markup of $name is valid', async ({ path, status }) => {
  const response = await fetch(site.url + path)
  expect(response.status).toBe(status)
  expect(await complaints(await response.text())).toEqual([])
})

test('the markup of every article is valid', async () => {
  if (site.backend.kind !== 'local') throw new Error('This site should have a bucket.')
  const articles = site.backend.archive.all()
  expect(articles).toHaveLength(24)
  for (const { category, id } of articles) {
    const text = await (await fetch(`${site.url}/post/${category}/${id}`)).text()
    expect(await complaints(text), id).toEqual([])
  }
})

test.for(['/', '/category/cybersecurity', '/post/x/1', '/post/x/none'])(
  'the markup of %s is valid when the backend fails',
  async (path) => {
    expect(await complaints(await (await fetch(clientSite.url + path)).text())).toEqual([])
  },
)

test('no page carries an inline script, an event handler or a style attribute', async () => {
  for (const { path } of PAGES) {
    const html = await (await fetch(site.url + path)).text()
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.every((attributes) => /\bsrc=|type="application\/(?:ld\+)?json"/.test(attributes))).toBe(true)
    expect(html).not.toMatch(/<[^>]+\s(?:style|on[a-z]+)=/)
    // The server's own, which the page's policy names by its hash.
    expect(html.match(/<style\b/g)).toHaveLength(3)
  }
})

async function complaints(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${ruleId}: ${message} at ${around(html, line, column)}`),
  )
}

function around(html: string, line: number, column: number): string {
  return (html.split('\n')[line - 1] ?? '').slice(Math.max(0, column - 30), column + 50)
}
