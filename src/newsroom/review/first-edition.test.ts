import { expect, test } from 'vitest'
import { readStarter, type StarterArticle } from '#newsroom/publishing/starter.ts'
import { editStarter, publishedStarter } from '../../../tests/fixtures/newsroom/edits.ts'
import { drawnFrom } from '../../../tests/fixtures/random.ts'

const starter = await readStarter('editorial/starter')
const RUN = 'Code executed, its output compared'

test.for(drawnFrom(starter, 2))('accepts the unedited article $id of the first edition', async (article) => {
  const { findings, checks, evidence } = await editStarter(article, {})
  expect([findings, evidence]).toEqual([[], []])
  expect(checks).toEqual(publishedStarter(article).checks)
  expect(checks.some(({ name }) => name === RUN)).toBe(/^```\w+ .*\brun\b/m.test(article.markdown))
})

const source = { title: 'Raft', publisher: 'The Raft Authors', url: 'https://raft.github.io' }
const article: StarterArticle = {
  id: 'small',
  category: 'technology',
  title: 'Raft in one line',
  excerpt: 'It counts.',
  author: 'Stet',
  date: '2026-01-01T00:00:00Z',
  tags: ['raft'],
  sources: [source],
  markdown: 'It counts. [S1]\n\n```js run\nconsole.log(11)\n```\n\n```text output\n11\n```',
}

test('blocks a wrong citation in the first edition', async () => {
  const stray = await editStarter(article, { markdown: `${article.markdown}\n\nMore. [S9]` })
  expect(stray.blocks.map(({ code, evidence }) => [code, evidence])).toEqual([['unknown-source', 'S9']])
  expect(stray.failed).toEqual(['Every citation names a listed source'])
  const uncited = await editStarter(article, { sources: [source, source] })
  expect(uncited.blocks.map(({ code, evidence }) => [code, evidence])).toEqual([['uncited-source', 'S2']])
  expect(uncited.failed).toEqual(['Every listed source is cited'])
})

test('does not count a changed code block as run, even after later edits', async () => {
  const before = publishedStarter(article)
  const markdown = article.markdown.replace('log(11)', 'log(12)')
  const changed = await editStarter(article, { markdown })
  expect(before.checks.map(({ name }) => name)).toContain(RUN)
  expect(changed.checks.map(({ name }) => name)).not.toContain(RUN)
  expect(changed.findings.map(({ code, severity }) => [code, severity])).toEqual([['code-not-run', 'revise']])
  const later = await editStarter(article, { markdown }, { before: { ...before, markdown, checks: changed.checks } })
  expect(later.checks.map(({ name }) => name)).not.toContain(RUN)
  const output = await editStarter(article, { markdown: article.markdown.replace('\n11\n', '\n12\n') })
  expect(output.findings.map(({ code }) => code)).toEqual(['code-not-run'])
  // The remaining code has been run.
  const twice = { ...article, markdown: `${article.markdown}\n\n${markdown}` }
  expect((await editStarter(twice, { markdown: article.markdown })).findings).toEqual([])
})
