import { expect, test } from 'vitest'
import { readStarter, type StarterArticle } from '#newsroom/publishing/starter.ts'
import {
  ACTIVE,
  blocksOf,
  editStarter,
  failedOf,
  HOSTILE,
  publishedStarter,
} from '../../../tests/fixtures/newsroom/edits.ts'
import { drawnFrom } from '../../../tests/fixtures/random.ts'

const starter = await readStarter('editorial/starter')
const RUN = 'Code executed, its output compared'

test.for(drawnFrom(starter, 4))('accepts the unedited article $id of the first edition', async (article) => {
  const { findings, checks, evidence } = await editStarter(article, {})
  expect([findings, evidence]).toEqual([[], []])
  expect(checks).toEqual(publishedStarter(article).checks)
  expect(checks.some(({ name }) => name === RUN)).toBe(/^```\w+ .*\brun\b/m.test(article.markdown))
})

test('blocks a wrong citation in the first edition', async () => {
  const article = starterOf('raft-in-one-sitting')
  const stray = await editStarter(article, { markdown: article.markdown.replace('[S1]', '[S9]') })
  expect(blocksOf(stray.findings).map(({ code, evidence }) => [code, evidence])).toEqual([['unknown-source', 'S9']])
  expect(failedOf(stray.checks)).toEqual(['Every citation names a listed source'])
  const uncited = await editStarter(article, { sources: [...article.sources, ...article.sources.slice(0, 1)] })
  expect(blocksOf(uncited.findings).map(({ code, evidence }) => [code, evidence])).toEqual([
    ['uncited-source', `S${article.sources.length + 1}`],
  ])
  expect(failedOf(uncited.checks)).toEqual(['Every listed source is cited'])
})

test('does not count a changed code block as run, even after later edits', async () => {
  const article = starterOf('raft-in-one-sitting')
  const before = publishedStarter(article)
  const markdown = article.markdown.replace('let next = 11', 'let next = 12')
  expect(markdown).not.toBe(article.markdown)
  const changed = await editStarter(article, { markdown })
  expect(changed.checks.map(({ name }) => name)).not.toContain(RUN)
  expect(changed.findings.map(({ code, severity }) => [code, severity])).toEqual([['code-not-run', 'revise']])
  const later = await editStarter(article, { markdown }, { before: { ...before, markdown, checks: changed.checks } })
  expect(later.checks.map(({ name }) => name)).not.toContain(RUN)
  const output = await editStarter(article, { markdown: article.markdown.replace('b refused 6', 'b refused 7') })
  expect(output.findings.map(({ code }) => code)).toEqual(['code-not-run'])
  // The remaining code has been run.
  const fewer = await editStarter(article, {
    markdown: article.markdown.replace(/```js run[^]*?```\n\n```text output[^]*?```/, ''),
  })
  expect(fewer.findings).toEqual([])
})

test('neutralises hostile edits of the first edition', async () => {
  const article = starterOf('raft-in-one-sitting')
  const markdown = [article.markdown, ...HOSTILE, '[this](https://raft.github.io)'].join('\n\n')
  const { html } = await editStarter(article, { markdown })
  expect(html).not.toMatch(ACTIVE)
  // Articles of the first edition may contain links to the web.
  expect(html).toContain('<a href="https://raft.github.io">this</a>')
})

function starterOf(id: string): StarterArticle {
  const article = starter.find((article) => article.id === id)
  if (article === undefined) throw new Error(`There is no article "${id}" in the first edition.`)
  return article
}
