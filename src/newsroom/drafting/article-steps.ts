import { checkDraft } from '#newsroom/checks/check-draft.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import { judgeDraft } from '#newsroom/judging/judge.ts'
import { languageJudge } from '#newsroom/judging/language-judge.ts'
import { supportJudge, type Grounder } from '#newsroom/judging/support-judge.ts'
import type { Ledger } from '#newsroom/llm/llm-ledger.ts'
import { ModelFailed, type Ask, type Model } from '#newsroom/llm/model.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { reviseDraft } from '#newsroom/drafting/revise.ts'
import { writeDraft } from '#newsroom/drafting/write.ts'
import { writeInSections } from '#newsroom/drafting/write-in-sections.ts'
import type { Steps } from '#newsroom/drafting/steps.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** The models and prompts of a newsroom; writers and judges stand in the order in which they are tried. */
export type Drafting = { writers: Model[]; judges: (Model | Grounder)[]; prompts: Prompts }

/** The steps by which an article is written over numbered sources, each question through the ledger of the edition. */
export function articleSteps(options: {
  drafting: Drafting
  ledger: Ledger
  sources: NumberedSource[]
  /** Earlier posts of the blog, `A1`, which an article may refer to. */
  context: NumberedSource[]
  /** What the blog published, newest first: not to be told again, nor in the same words. */
  published: Subject['published']
  recent: { title: string; excerpt: string }[]
  category: string
  /** The day of the edition, `YYYY-MM-DD`. */
  date: string
  slot: string
  /** Called before each question; a rejection keeps it from being paid. */
  beforeAsking: () => Promise<void>
  onState: Steps['onState']
}): Steps {
  const { drafting, ledger, context, published, recent, category, date, slot, beforeAsking, onState } = options
  const { writers, judges, prompts } = drafting
  const seed = `${date}/${slot}/${options.sources.map(({ hash }) => hash).join()}`
  const askOf =
    (model: Model): Ask =>
    async (question) => {
      await beforeAsking()
      return await ledger.ask(model, question)
    }
  return {
    writers,
    context,
    write: (writer, unread) => {
      const { sources } = options
      const question = { ask: askOf(writer), prompts, sources, context, recent, category, date, seed, unread }
      const { window } = writer
      return window === null ? writeDraft(question) : writeInSections({ ...question, window })
    },
    check: ({ draft, sources, canaries, instructions }) =>
      checkDraft({ draft, sources, published, canaries, instructions }),
    judge: ({ draft, sources, hints, failing, before }) =>
      judgeDraft({
        judges: judges.map((judge) =>
          'ask' in judge ? languageJudge({ name: judge.name, ask: askOf(judge), prompts }) : supportJudge(judge),
        ),
        draft,
        sources,
        hints,
        failing,
        before,
        seed,
        isOutOfReach,
      }),
    revise: (writer, { draft, sources, findings, round }) =>
      reviseDraft({
        ask: askOf(writer),
        prompts,
        draft,
        sources,
        findings,
        seed: `${seed}/${round}`,
        window: writer.window,
      }),
    isOutOfReach,
    onState,
  }
}

function isOutOfReach(error: unknown): boolean {
  return error instanceof ModelFailed
}
