import { expect, test } from 'vitest'
import { claimsOf } from '#newsroom/article/draft.ts'
import { isBlocking } from '#newsroom/article/finding.ts'
import { fitSources } from '#newsroom/drafting/fit-sources.ts'
import { findingsOf, readTrial } from './fixtures/newsroom/trial/trial.ts'

// Honest first drafts by six writers who did not know the rules or each other's drafts. Another author invented their
// sources. The rules must not be tuned to these drafts.

const stories = readTrial('tests/fixtures/newsroom/honest')

test('wrongly blocks at most 1% of the sentences in honest drafts', () => {
  const drafts = stories.flatMap(({ drafts, ...story }) => drafts.map((recorded) => ({ ...story, ...recorded, story })))
  const sentences = drafts.reduce((sum, { draft }) => sum + claimsOf(draft).length, 0)
  const wrong = drafts.flatMap(({ story: { name }, sources, draft, rightBlocks }) => {
    const kept = fitSources(sources).filter(({ id }) => !draft.leave_out.includes(id))
    return findingsOf(draft, kept)
      .filter(isBlocking)
      .filter(({ code, where }) => !rightBlocks.some((right) => right.code === code && right.where === where))
      .map(({ where, code, message, evidence }) => ({
        place: `${name} ${where}`,
        why: `${code}: ${message} ${evidence}`,
      }))
  })
  const report = wrong.map(({ place, why }) => `${place} ${why}`).join('\n')
  expect(sentences).toBeGreaterThan(120)
  expect(new Set(wrong.map(({ place }) => place)).size / sentences, report).toBeLessThanOrEqual(0.01)
})
