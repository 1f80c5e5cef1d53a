import { expect, test } from 'vitest'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { setQuotes } from '#newsroom/publishing/render/typography.ts'

test.each([
  [`Ethereum's fee rule`, 'Ethereum’s fee rule'],
  [`It's "so", 'they' say`, 'It’s “so”, ‘they’ say'],
  [`The '90s -- and then... [S1] *x*`, 'The ’90s -- and then... [S1] *x*'],
  ['Already “set”', 'Already “set”'],
])('%s is set as %s', (typed, set) => {
  expect(setQuotes(typed)).toBe(set)
  expect(setQuotes(set)).toBe(set)
})

test('options, versions and literal quotations stay as they were written', async () => {
  const text = 'Run git push --force-with-lease from v1.2.3...v1.2.4; it says "Use --no-verify to skip it".'
  const html = await renderArticle(`${text}\n\n| Option | Use |\n| --- | --- |\n| --all | i-- |`, [])
  expect(html).toContain('--force-with-lease from v1.2.3...v1.2.4; it says “Use --no-verify to skip it”.')
  expect(html).toContain('<td>i--</td>')
  expect(html).not.toContain('—')
})
