import { checkDraft } from '#newsroom/checks/check-draft.ts'
import type { Subject } from '#newsroom/checks/check.ts'
import { judgeDraft } from '#newsroom/judging/judge.ts'
import { languageJudge } from '#newsroom/judging/language-judge.ts'
import type { Ledger } from '#newsroom/llm/llm-ledger.ts'
import { ModelFailed } from '#newsroom/llm/model-failed.ts'
import type { Ask, Model } from '#newsroom/llm/model.ts'
import type { Prompts } from '#newsroom/drafting/prompts.ts'
import { reviseDraft } from '#newsroom/drafting/revise.ts'
import { writeDraft } from '#newsroom/drafting/write.ts'
import { relevantUnits, shareOf } from '#newsroom/drafting/relevant-units.ts'
import type { Steps } from '#newsroom/drafting/steps.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** The models and prompts of a newsroom; writers and judges stand in the order in which they are tried. */
export type Drafting = { writers: Model[]; judges: Model[]; prompts: Prompts }

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
      const { window } = writer
      // A small context window holds a part of the sources and no earlier posts.
      const material =
        window === null
          ? { sources: options.sources, context }
          : { sources: relevantUnits(options.sources, shareOf(window)), context: [] }
      return writeDraft({ ...material, ask: askOf(writer), prompts, recent, category, date, seed, unread })
    },
    check: ({ draft, sources, canaries, instructions }) =>
      checkDraft({ draft, sources, published, canaries, instructions }),
    judge: ({ draft, sources, hints, failing, before }) =>
      judgeDraft({
        judges: judges.map((judge) => languageJudge({ name: judge.name, ask: askOf(judge), prompts })),
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
