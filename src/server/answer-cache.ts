import { LRUCache } from 'lru-cache'
import type { FinishedAnswer } from '#server/finished-answer.ts'

/** Finished answers by address, each good for one generation; bounded by their bytes. */
export type AnswerCache = {
  /** The answer of this generation, or null. */
  get(key: string, generation: string): FinishedAnswer | null
  /** The answer of this generation; made once however many ask for it at the same time. */
  make(key: string, generation: string, render: () => Promise<FreshAnswer>): Promise<FinishedAnswer>
}

/** An answer as it was just made; only a `keep` one is kept. */
export type FreshAnswer = { answer: FinishedAnswer; keep: boolean }

/** A cache of at most `bytes` bytes of answers, all codings counted. */
export function createAnswerCache({ bytes }: { bytes: number }): AnswerCache {
  const answers = new LRUCache<string, { generation: string; answer: FinishedAnswer }>({
    maxSize: bytes,
    sizeCalculation: ({ answer }) => sizeOf(answer),
  })
  const underWay = new Map<string, Promise<FinishedAnswer>>()

  function get(key: string, generation: string): FinishedAnswer | null {
    const entry = answers.get(key)
    return entry?.generation === generation ? entry.answer : null
  }

  // The same content as in the generation before is compressed already.
  function withCodings(key: string, answer: FinishedAnswer): FinishedAnswer {
    const before = answers.peek(key)?.answer
    return before?.body.equals(answer.body) ? { ...answer, coded: before.coded } : answer
  }

  function make(key: string, generation: string, render: () => Promise<FreshAnswer>): Promise<FinishedAnswer> {
    const flight = `${generation} ${key}`
    const flying = underWay.get(flight)
    if (flying) return flying
    const making = render()
      .then(({ answer, keep }) => {
        if (!keep) return answer
        const kept = withCodings(key, answer)
        answers.set(key, { generation, answer: kept })
        return kept
      })
      .finally(() => underWay.delete(flight))
    underWay.set(flight, making)
    return making
  }

  return { get, make }
}

// Codings are made after an answer is kept; both of them together are smaller than what they are made of.
function sizeOf({ body, coded }: FinishedAnswer): number {
  return 1 + body.byteLength * (coded.br === null ? 1 : 2)
}
