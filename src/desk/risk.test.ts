import { expect, test } from 'vitest'
import type { Finding } from '#desk/review-item.ts'
import { riskierFirst, riskOf } from '#desk/risk.ts'

const complaint = (code: string): Finding => ({ code, severity: 'warning', where: 'title', message: 'm', evidence: '' })
const record = (publishers: string[], passed = true) => ({
  writer: null,
  note: null,
  reviews: [],
  corrections: [],
  sources: publishers.map((publisher, index) => ({ title: 't', publisher, url: `https://example.org/${index}` })),
  checks: [{ name: 'c', passed, detail: '' }],
})

test('a risk is said in words', () => {
  const findings = [complaint('judge-doubtful'), complaint('style'), complaint('language')]
  expect(riskOf({ provenance: record(['A', 'A'], false), findings }).words).toEqual([
    '1 failed check',
    '1 judge doubt',
    '2 warnings',
    'one publisher',
  ])
  expect(riskOf({ provenance: record(['A', 'B']), findings: [] }).words).toEqual([])
  expect(riskOf({ provenance: null, findings: [] }).words).toEqual(['no sources on record'])
})

test('failed checks come before doubts, doubts before warnings, warnings before one publisher', () => {
  const posts = {
    calm: riskOf({ provenance: record(['A', 'B']), findings: [] }),
    alone: riskOf({ provenance: record(['A']), findings: [] }),
    warned: riskOf({ provenance: record(['A', 'B']), findings: [complaint('style')] }),
    warnedTwice: riskOf({ provenance: record(['A', 'B']), findings: [complaint('style'), complaint('style')] }),
    doubted: riskOf({ provenance: record(['A', 'B']), findings: [complaint('judge-doubtful')] }),
    failed: riskOf({ provenance: record(['A', 'B'], false), findings: [] }),
  }
  const sorted = Object.entries(posts).toSorted(([, one], [, other]) => riskierFirst(one, other))
  expect(sorted.map(([name]) => name)).toEqual(['failed', 'doubted', 'warnedTwice', 'warned', 'alone', 'calm'])
})
