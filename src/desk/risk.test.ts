import { expect, test } from 'vitest'
import type { Judging } from '#blog/post.ts'
import type { Finding } from '#desk/review-item.ts'
import { riskierFirst, riskOf } from '#desk/risk.ts'

const complaint = (code: string): Finding => ({
  code,
  severity: 'revise',
  where: 'title',
  message: 'm',
  evidence: '',
  unit: null,
})
const calm = { category: 'technology', tags: [], findings: [], notes: { questions: [], verdicts: [], removed: [] } }
const record = (publishers: string[], passed = true) => ({
  writer: null,
  note: null,
  reviews: [],
  corrections: [],
  sources: publishers.map((publisher, index) => ({ title: 't', publisher, url: `https://example.org/${index}` })),
  checks: [{ name: 'c', passed, detail: '' }],
})

const judged = (given: Partial<Judging>): Judging => {
  return { model: 'm', provider: 'p', isWriter: false, sentences: 40, planted: 8, found: 8, cut: 0, ...given }
}
test('describes each reason for the risk in words', () => {
  const findings = [complaint('judge-doubtful'), complaint('style'), complaint('language')]
  expect(riskOf({ ...calm, provenance: record(['A', 'A'], false), findings }).words).toEqual([
    '1 failed check',
    '1 judge doubt',
    '2 warnings',
    'one publisher',
  ])
  expect(riskOf({ ...calm, provenance: record(['A', 'B']) }).words).toEqual([])
  expect(riskOf({ ...calm, provenance: null }).words).toEqual(['no sources on record'])
})

test('counts unproved sentences, errors that the judge missed, and a judge that is also the writer as risks', () => {
  const wordsOf = (given: object, findings: Finding[] = []) =>
    riskOf({ ...calm, provenance: { ...record(['A', 'B']), ...given }, findings }).words
  expect(wordsOf({ judging: judged({}) })).toEqual([])
  expect(wordsOf({ judging: judged({ found: 6 }) })).toEqual(['judge missed 2 of 8 planted errors'])
  expect(wordsOf({ judging: judged({ isWriter: true }) })).toEqual(['judged by its writer'])
  expect(wordsOf({ judging: judged({}) }, [complaint('not-judged'), complaint('style')])).toEqual([
    '1 unproved sentence',
    '1 warning',
  ])
})

test('sorts posts by failed checks, unproved sentences, missed errors, doubts, warnings, judge and publishers', () => {
  const given: [name: string, provenance: object, ...codes: string[]][] = [
    ['calm', {}],
    ['alone', record(['A'])],
    ['warned', {}, 'style'],
    ['warned twice', {}, 'style', 'style'],
    ['doubted', {}, 'judge-doubtful'],
    ['missed', { judging: judged({ found: 7 }) }],
    ['unproved', {}, 'not-judged'],
    ['judged by its writer', { judging: judged({ isWriter: true }) }],
    ['failed', record(['A', 'B'], false)],
  ]
  const posts = given.map(([name, provenance, ...codes]) => {
    return {
      name,
      risk: riskOf({ ...calm, provenance: { ...record(['A', 'B']), ...provenance }, findings: codes.map(complaint) }),
    }
  })
  expect(posts.toSorted((one, other) => riskierFirst(one.risk, other.risk)).map(({ name }) => name)).toEqual([
    'failed',
    'unproved',
    'missed',
    'doubted',
    'warned twice',
    'warned',
    'judged by its writer',
    'alone',
    'calm',
  ])
})

test('counts questions from code, and subjects in which errors can do harm, as risks', () => {
  const notes = { questions: [{ text: 'One.', message: 'm', found: null }], verdicts: [], removed: [] }
  const wordsOf = (given: object) => riskOf({ ...calm, provenance: record(['A', 'B']), ...given }).words
  expect(wordsOf({ notes })).toEqual(['1 question from code'])
  expect(wordsOf({ category: 'Cybersecurity' })).toEqual(['security subject'])
  expect(wordsOf({ tags: ['Public health'] })).toEqual(['health subject'])
})
