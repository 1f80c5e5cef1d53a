import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedValue } from '#blog/html/allow-list.ts'
import { searchHref } from '#blog/routes.ts'
import { startFakeBackend, type FakeBackend } from '../e2e/fake-backend.ts'
import { PAGES } from '../e2e/pages.ts'
import { firstEdition, startSite, type Site } from '../e2e/site.ts'
import { getPage, valuesOf } from './page.ts'

// Validity of the served HTML: markup, headings, links and ids.

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React writes boolean attributes, entities and void elements in its own way.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-raw-characters': 'off',
    'void-style': 'off',
    'long-title': 'off',
    // A scrollable table is a region by role, because a section would break the outline of the article.
    'prefer-native-element': ['error', { exclude: ['region'] }],
    // ARIA in HTML allows a name on `math`, which the validator does not know.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-inline-style': 'error',
  },
})

let site: Site
let failing: FakeBackend
let clientSite: Site

beforeAll(async () => {
  site = await firstEdition()
  failing = await startFakeBackend()
  failing.behaviour = { categories: { status: 500 }, posts: { status: 500 }, content: { status: 500 } }
  clientSite = await startSite({ API_HOST: failing.url, BUCKET_URL: failing.bucketUrl })
})
afterAll(() => Promise.all([clientSite.close(), failing.close()]))

test.for(PAGES)('the markup of $name is valid, with one h1 and no skipped heading level', async ({ path, status }) => {
  const page = await getPage(site.url + path)
  expect(page.status).toBe(status)
  expect(await complaintsAbout(page.html)).toEqual([])
  const levels = page.all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName.slice(1)))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 1)).toBeLessThanOrEqual(1))
})

test('the markup of every article is valid', async () => {
  for (const { category, id } of articles()) {
    const { html } = await getPage(`${site.url}/post/${category}/${id}`)
    expect(await complaintsAbout(html), id).toEqual([])
  }
})

test.for(['/', '/category/cybersecurity', '/post/x/1', '/post/x/none'])(
  'the markup of %s is valid while the backend fails',
  async (path) => {
    expect(await complaintsAbout((await getPage(clientSite.url + path)).html)).toEqual([])
  },
)

test('every link leads to a complete page, and together they reach every article', async () => {
  const paths = new Set(['/'])
  for (const path of paths) {
    const page = await getPage(site.url + path)
    expect(page.status, path).toBe(200)
    expect(page.all('[data-testid=skeleton]'), path).toEqual([])
    for (const href of valuesOf(page, 'body a[href^="/"]', 'href')) if (href !== null) paths.add(href)
  }
  for (const tag of articles().flatMap(({ tags }) => tags)) expect(paths).toContain(searchHref(tag))
  const categories = new Set(articles().map(({ category }) => category))
  const pages = [...paths].filter((path) => !path.startsWith('/search'))
  // Home, About and Corrections are the other three.
  expect(pages).toHaveLength(3 + categories.size + articles().length)
})

test('an article cannot contain an id of the interface', async () => {
  const [article] = articles()
  for (const path of ['/', '/about', '/nowhere', '/search?q=x', `/post/${article?.category}/${article?.id}`]) {
    const page = await getPage(site.url + path)
    const ids = valuesOf(page, '[id]', 'id').filter((id) => page.all(`.prose [id="${id}"]`).length === 0)
    expect(ids).toContain('main')
    expect(
      ids.filter((id) => allowedValue('id', id ?? '') !== null),
      path,
    ).toEqual([])
  }
})

function articles() {
  if (site.backend.kind !== 'local') throw new Error('This site has no bucket of its own.')
  return site.backend.archive.all()
}

async function complaintsAbout(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => {
      const place = (html.split('\n')[line - 1] ?? '').slice(Math.max(0, column - 30), column + 50)
      return `${ruleId}: ${message} at ${place}`
    }),
  )
}
