import { expect, test } from 'vitest'
import { claimsOf } from '#newsroom/article/draft.ts'
import { judgeDraft, type Verdict } from '#newsroom/judging/judge.ts'
import { supportJudge } from '#newsroom/judging/support-judge.ts'
import { grounderOf, judgeForTest, stories, textsOf } from '../fixtures/grounder/for-test.ts'
import { numberedSources, type StoryFixture } from '../fixtures/newsroom/stories.ts'
import { inTheWordsOfItsSources } from '../fixtures/grounder/verbatim.ts'

// Whether a judge is believed, by the errors that are planted for it: with weights in the real runtime.

const [first = expect.fail('There is no story.'), second = expect.fail('There is one story.')] = stories
const texts = textsOf([first, second])

function judged(folder: string, story: StoryFixture, seed: string) {
  const { grounder, failures } = grounderOf(folder)
  const verdicts = judgeDraft({
    judges: [supportJudge(grounder)],
    draft: story.draft,
    sources: numberedSources(story),
    hints: [],
    failing: [],
    before: [],
    seed,
    isOutOfReach: () => false,
  })
  return verdicts.then((judged) => ({ ...judged, failures }))
}

const isProved = ({ verdict }: Verdict) => verdict !== 'unproved' && verdict !== 'unsupported'

test('with random weights no judge is ever believed, whatever the weights', async () => {
  const found: string[] = []
  for (let seed = 1; seed <= 25; seed += 1) {
    const folder = await judgeForTest({ kind: 'random', texts, seed })
    for (const story of [first, second]) {
      const { verdicts, controls } = await judged(folder, story, `seed ${seed}`)
      expect(verdicts.filter(isProved), `weights ${seed}`).toEqual([])
      const { planted = 0, found: seen = 0 } = controls['local/tiny'] ?? {}
      found.push(`${seen}/${planted}`)
    }
  }
  // Some find none of the errors and some all, and then doubt what is true as well.
  expect(new Set(found).size).toBeGreaterThan(5)
})

test('one that compares single words misses an exchange, and is not believed where one was planted', async () => {
  const folder = await judgeForTest({ kind: 'words', texts })
  const { verdicts, controls } = await judged(folder, inTheWordsOfItsSources(first), 'seed')
  const { planted = 0, found = 0 } = controls['local/tiny'] ?? {}
  expect(found).toBeLessThan(planted)
  expect(verdicts.some(({ verdict }) => verdict === 'unproved')).toBe(true)
})

test('one that compares words in their order finds what was planted, is believed, and supports what a source says', async () => {
  const folder = await judgeForTest({ kind: 'pairs', texts })
  const story = inTheWordsOfItsSources(first)
  const { verdicts, controls, findings, failures } = await judged(folder, story, 'seed')
  const proved = verdicts.filter(isProved)
  expect(failures).toEqual([])
  expect(controls['local/tiny']?.planted).toBeGreaterThan(10)
  expect(controls['local/tiny']?.found).toBe(controls['local/tiny']?.planted)
  expect(proved.length).toBeGreaterThan(2)
  const said = new Map(claimsOf(story.draft).map(({ where, text }) => [where, text]))
  for (const { where, id, doubted } of proved) {
    const quoted = numberedSources(story).flatMap(({ units }) => units.filter((unit) => id.includes(unit.id)))
    expect(quoted.map(({ text }) => text).join(' ')).toContain(said.get(where)?.slice(0, 20))
    expect(doubted).toBe('')
  }
  // What it does not support is for another judge, with the words that it doubts.
  const open = findings.filter(({ code }) => code === 'grounder-doubtful')
  expect(open.length + proved.length).toBe(verdicts.length)
  expect(open.every(({ severity, evidence }) => severity === 'revise' && evidence.startsWith('“'))).toBe(true)
})
