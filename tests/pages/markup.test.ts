import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { allowedValue } from '#blog/html/allow-list.ts'
import { searchHref } from '#blog/routes.ts'
import { firstEdition, startForeignSite, storeOf } from '../e2e/site.ts'
import { getPage, textOf, valuesOf } from './page.ts'

// Checks the served HTML: valid markup, headings, links and ids.

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React writes boolean attributes, entities and void elements in its own way.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-raw-characters': 'off',
    'void-style': 'off',
    'long-title': 'off',
    // A scrollable table has `role="region"`, because a section element would break the article's outline.
    'prefer-native-element': ['error', { exclude: ['region'] }],
    // "ARIA in HTML" allows a name on `math`, but the validator does not know this.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-inline-style': 'error',
  },
})

const site = await firstEdition()
const { api: failing, site: clientSite } = await startForeignSite()
failing.behaviour = { categories: { status: 500 }, posts: { status: 500 }, content: { status: 500 } }

test.for([
  ['/', 200],
  ['/category/cybersecurity', 200],
  ['/category/gardening', 404],
  ['/about', 200],
  ['/no/such/page', 404],
  ['/post/technology/no-such-post', 404],
  ...Map.groupBy(articles(), ({ category }) => category)
    .values()
    .map(([article]) => [`/post/${article?.category}/${article?.id}`, 200] as const),
] as const)('the markup of %s is valid, with one h1 and no skipped heading level', async ([path, status]) => {
  const page = await getPage(site.url + path)
  expect(page.status).toBe(status)
  expect(await complaintsAbout(page.html)).toEqual([])
  // Every control works without scripts, and every linked anchor exists.
  const controls = page.all('button, input').filter((control) => !control.closest('form'))
  expect(controls.filter((control) => !control.hasAttribute('popoverTarget')).map(textOf)).toEqual([])
  const anchors = valuesOf(page, 'a[href^="#"]', 'href')
  expect(anchors.filter((anchor) => page.all(`[id="${anchor?.slice(1)}"]`).length === 0)).toEqual([])
  const levels = page.all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName.slice(1)))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 1)).toBeLessThanOrEqual(1))
})

test.for(['/', '/category/cybersecurity', '/post/x/1', '/post/x/none'])(
  'the markup of %s is valid when the backend fails',
  async (path) => {
    expect(await complaintsAbout((await getPage(clientSite.url + path)).html)).toEqual([])
  },
)

test('every link leads to a complete page, and links reach every article', async () => {
  const paths = new Set(['/'])
  const [firstTag = ''] = articles().flatMap(({ tags }) => tags)
  for (const path of paths) {
    // All search links open the same page, so load only one.
    if (path.startsWith('/search?') && path !== searchHref(firstTag)) continue
    const response = await fetch(site.url + path)
    const html = await response.text()
    expect([response.status, html.includes('data-testid="skeleton"')], path).toEqual([200, false])
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) paths.add(href.replaceAll('&amp;', '&'))
  }
  for (const tag of articles().flatMap(({ tags }) => tags)) expect(paths).toContain(searchHref(tag))
  const categories = new Set(articles().map(({ category }) => category))
  const pages = [...paths].filter((path) => !path.startsWith('/search'))
  // The other four pages are Home, About, Corrections and RSS.
  expect(pages).toHaveLength(4 + categories.size + articles().length)
})

test('articles cannot use the ids of interface elements', async () => {
  const [article] = articles()
  for (const path of ['/', '/about', '/nowhere', '/search?q=x', `/post/${article?.category}/${article?.id}`]) {
    const page = await getPage(site.url + path)
    const ids = valuesOf(page, '[id]', 'id').filter((id) => page.all(`.prose [id="${id}"]`).length === 0)
    expect(ids).toContain('main')
    expect(
      ids.filter((id) => allowedValue({ name: 'id', value: id ?? '', isMath: false }) !== null),
      path,
    ).toEqual([])
  }
})

function articles() {
  return storeOf(site).archive.all()
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
