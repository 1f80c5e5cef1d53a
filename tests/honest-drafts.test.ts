import { expect, test } from 'vitest'
import { claimsOf } from '#newsroom/article/draft.ts'
import { isBlocking } from '#newsroom/article/finding.ts'
import { fitSources } from '#newsroom/drafting/fit-sources.ts'
import { findingsOf, readTrial } from './fixtures/newsroom/trial/trial.ts'

// Honest first drafts by six writers who did not know the rules or each other's drafts. Another author invented their
// sources. The rules must not be tuned to these drafts.

const stories = readTrial('tests/fixtures/newsroom/honest')

test('wrongly blocks at most 1% of the sentences in honest drafts', () => {
  const drafts = stories.flatMap(({ name, sources, drafts }) =>
    drafts.map(({ draft, rightBlocks }) => {
      const claims = claimsOf(draft)
      const kept = fitSources(sources).filter(({ id }) => !draft.leave_out.includes(id))
      const findings = findingsOf(draft, kept)
      const wrong = findings.filter(isBlocking).filter(({ code, where }) => {
        return !rightBlocks.some((right) => right.code === code && right.where === where)
      })
      return {
        sentences: claims.length,
        wrong: [...Map.groupBy(wrong, ({ where }) => where)].map(([where, blocks]) => {
          const text = claims.find((claim) => claim.where === where)?.text ?? ''
          return `${name} ${where}: ${text}\n${blocks.map(({ code, message }) => `  ${code}: ${message}`).join('\n')}`
        }),
      }
    }),
  )
  const sentences = drafts.reduce((sum, draft) => sum + draft.sentences, 0)
  const wrong = drafts.flatMap((draft) => draft.wrong)
  expect(sentences).toBeGreaterThan(120)
  expect(wrong.length / sentences, `${wrong.length} of ${sentences}\n${wrong.join('\n')}`).toBeLessThanOrEqual(0.01)
})
