import { checkDraft } from '#newsroom/checks/check-draft.ts'
import { JUDGE_NAME, judgeDraft } from '#newsroom/drafting/judge.ts'
import type { Ledger } from '#newsroom/drafting/llm/llm-ledger.ts'
import { ModelFailed, type Ask, type Model } from '#newsroom/drafting/llm/model.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { writeDraft } from '#newsroom/drafting/write.ts'
import type { Steps } from '#newsroom/drafting/write-story.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** The models and prompts of a newsroom; `writers` stand in the order in which they are tried. */
export type Drafting = { writers: Model[]; judge: Model; prompts: Prompts }

/** The steps by which an article is written about references, each question through the ledger of the edition. */
export function articleSteps(options: {
  drafting: Drafting
  ledger: Ledger
  references: Reference[]
  published: Subject['published']
  category: string
  /** The day of the edition, `YYYY-MM-DD`. */
  date: string
  slot: string
  /** Called before each question; a rejection keeps it from being paid. */
  beforeAsking: () => Promise<void>
  onState: Steps['onState']
}): Steps {
  const { drafting, ledger, references, published, category, date, slot, beforeAsking, onState } = options
  const { writers, judge, prompts } = drafting
  const seed = `${date}/${slot}/${references.map(({ hash }) => hash).join()}`
  const askOf =
    (model: Model): Ask =>
    async (question) => {
      await beforeAsking()
      return await ledger.ask(model, question)
    }
  return {
    writers,
    write: (writer, previous) =>
      writeDraft({
        ask: askOf(writer),
        prompts,
        references,
        category,
        date,
        seed,
        previous: previous ?? undefined,
      }),
    check: (draft, written) => checkDraft({ draft, references, published, ...written }),
    judge: async (draft) => {
      const judgeWith = (seed: string) => judgeDraft({ ask: askOf(judge), prompts, draft, references, seed })
      const judged = (await judgeWith(seed)) ?? (await judgeWith(`${seed}/again`))
      if (judged === null) return null
      const { findings, detail } = judged
      return {
        findings,
        result: { name: JUDGE_NAME, passed: findings.every(({ severity }) => severity !== 'error'), detail },
      }
    },
    isOutOfReach: (error) => error instanceof ModelFailed,
    onState,
  }
}
