import { expect, test } from 'vitest'
import { mapClaims, type Draft } from '#newsroom/article/draft.ts'
import { writeStory } from '#newsroom/drafting/write-story.ts'
import { assignmentWith, modelWith } from './fixtures/newsroom/assignment.ts'
import { type ShownItem, type TestVerdict } from './fixtures/newsroom/test-judge.ts'
import { readTrial } from './fixtures/newsroom/trial/trial.ts'

// Tests a weak judge, which notices only numbers and proper names that are missing from the evidence. It finds many
// careless errors, but no changes of meaning that keep the same words.

const EDITIONS = 20
const stories = readTrial().flatMap(({ name, sources, drafts }) => {
  const honest = drafts.find((draft) => draft.name === 'honest')?.draft
  return honest === undefined ? [] : [{ name, sources, honest }]
})

test.for(Array.from({ length: EDITIONS }, (_, seed) => seed))(
  'does not trust the weak judge with any draft of edition %d',
  async (seed) => {
    // Use five posts, as in an edition with five categories.
    const posts = Array.from({ length: 5 }, (_, place) => stories[(seed + 2 * place) % stories.length])
    for (const [place, story] of posts.entries()) {
      if (story === undefined) throw new Error('There is no story.')
      const { sources, honest } = story
      const draft = withFaults(honest)
      const weak = modelWith('weak', { write: () => draft, judge: noticesNumbersAndNames })
      const assignment = assignmentWith({ writers: [weak], sources, slot: `edition-${seed}-${place}` })
      const { accepted } = await writeStory(assignment)
      const trusted = accepted?.verdicts.filter(({ verdict }) => verdict === 'supported') ?? []
      expect(trusted, story.name).toEqual([])
      // A post without trusted verdicts is held for review.
      if (accepted !== null) expect(accepted.unproved.length, story.name).toBeGreaterThan(0)
    }
  },
)

// Adds lost negations, swapped pairs and an exaggerated title, but keeps the same words and evidence.
function withFaults(draft: Draft): Draft {
  return mapClaims(draft, ({ kind, text, from, compute }) => {
    if (kind === 'title') return [{ text: `${text.replace(/\.$/, '')}, a first for the industry`, from, compute }]
    if (kind !== 'sentence') return [{ text, from, compute }]
    const stated = text.replace(/\b(is|are|was|were|did|does|had|has) not /, '$1 ')
    return [{ text: withExchangedPair(stated), from, compute }]
  })
}

// Swaps the first two numbers in a sentence or, if there are none, the first two actors.
function withExchangedPair(text: string): string {
  for (const pattern of [NUMBER, ACTOR]) {
    const [one, other] = [...text.matchAll(pattern)]
    if (one === undefined || other === undefined || one[0] === other[0]) continue
    const between = text.slice(one.index + one[0].length, other.index)
    const rest = text.slice(other.index + other[0].length)
    return `${text.slice(0, one.index)}${other[0]}${between}${one[0]}${rest}`
  }
  return text
}

const NUMBER = /(?<![\p{L}\p{N}.,-])\d[\d.,]*\d|(?<![\p{L}\p{N}.,-])\d(?![\p{L}\p{N}])/gu
const ACTOR = /(?<=[\p{Ll},;] )\p{Lu}[\p{L}\p{N}-]+(?: \p{Lu}[\p{L}\p{N}-]+)*/gu

function noticesNumbersAndNames({ text, speaker, evidence, beside }: ShownItem): TestVerdict {
  const shown = [...evidence, ...beside].join('\n')
  const words = `${text} ${speaker}`.match(/\d[\d.,]*\d|\d|(?<=[\p{Ll},;] )\p{Lu}[\p{L}\p{N}-]+/gu) ?? []
  return words.every((word) => shown.includes(word)) ? 'supported' : 'unsupported'
}
