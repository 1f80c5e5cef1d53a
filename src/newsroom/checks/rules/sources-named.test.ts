import { expect, test } from 'vitest'
import { sourcesNamed } from '#newsroom/checks/rules/sources-named.ts'
import { subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

test('a block that names given sources passes, and not every source has to be named', () => {
  expect(findings({ sources: ['S1'] })).toEqual([])
  expect(findings({ sources: ['S2', 'S1'] })).toEqual([])
})

test.each<TestBlock>([
  { text: 'x' },
  { kind: 'list', items: ['x'] },
  { kind: 'quote', text: 'x' },
  { kind: 'table', rows: [['x', 'y']] },
  { kind: 'code', text: 'x' },
])('%o without a source is blocked', (block) => {
  expect(findings({ ...block, sources: [] })).toEqual(['error no-source sections.0.blocks.0'])
})

test('each source that was not given is blocked', () => {
  expect(findings({ sources: ['S1', 'S3', ''] })).toEqual([
    'error unknown-source sections.0.blocks.0',
    'error unknown-source sections.0.blocks.0',
  ])
})

function findings(block: TestBlock): string[] {
  const subject = subjectOf({ texts: ['One.', 'Two.'], blocks: [{ text: 'x', ...block }] })
  return sourcesNamed.run(subject).findings.map(({ severity, code, where }) => `${severity} ${code} ${where}`)
}
