import type { Check } from '#blog/post.ts'
import { JUDGED_NAME } from '#newsroom/article/finding.ts'
import { countPlanted, type PlantedError, type Verdict } from '#newsroom/judging/judge.ts'

/**
 * Returns the judge's check as readers see it: whether each sentence passed, and how many of the errors that were planted for
 * the trusted judges they found. It says so if the writer was the only judge.
 */
export function judgeCheck(verdicts: Verdict[], planted: PlantedError[], writer: string): Check {
  const judges = new Set(verdicts.map(({ judge }) => judge).filter(Boolean))
  const counts = countPlanted(judges.size === 0 ? planted : planted.filter(({ judge }) => judges.has(judge)))
  const compared = verdicts.filter(({ verdict }) => verdict !== 'unproved').length
  const isOwnJudge = judges.size === 1 && judges.has(writer)
  return {
    name: `${JUDGED_NAME} by a second ${isOwnJudge ? 'call to the model that wrote it' : 'model call'}`,
    passed: verdicts.every(({ verdict }) => verdict === 'supported'),
    detail: `${compared} of ${verdicts.length} compared, ${counts.found} of ${counts.planted} planted errors found`,
  }
}
