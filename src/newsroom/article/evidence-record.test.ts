import { expect, test } from 'vitest'
import { openRecord } from '#newsroom/article/evidence-record.ts'

test('a sentence keeps its units though its quotes have been set', () => {
  const sources = [{ title: 'T', publisher: 'P', url: 'https://example.org' }]
  const text = `Ada's "small" fix`
  const evidence = [{ where: 'title', text, compute: '', citation: null, source: 0, unit: 'S1.4', quote: '' }]
  const record = openRecord({ sources, evidence }, sources)
  expect(record.sentence('Ada’s “small” fix', []).from).toEqual(['S1.4'])
  expect(record.knows('Ada’s big fix')).toBe(false)
})
