import type { Check } from '#blog/post.ts'
import { countControls, type Controls, type Judge, type Verdict } from '#newsroom/judging/judge.ts'

const COMPARED = 'Each sentence compared with its evidence'

// As articles of before have it.
const FORMER = 'Facts compared with the sources by a second model call'

const HOW: Record<Judge['kind'], string> = {
  'language model': 'by a second model call',
  'support model': 'by a support model',
}

/**
 * The judge's check, as readers are shown it: by whom each sentence was compared, and how many of the errors that were
 * planted for those judges they found. A judge that was not believed on anything has no part in it.
 */
export function judgeCheck(verdicts: Verdict[], controls: Controls): Check {
  const proved = verdicts.filter(({ verdict }) => verdict !== 'unproved')
  const judges = [...new Map(proved.filter(({ by }) => by !== '').map(({ judge, by }) => [judge, by]))]
  // Where nobody was believed, it says whom they all did not convince.
  const { planted, found } = countControls(controls, judges.length === 0 ? undefined : judges.map(([name]) => name))
  return {
    name: judgeCheckName(judges.flatMap(([name, by]) => (by === '' ? [] : [{ name, by }]))),
    passed: verdicts.every(({ verdict }) => verdict === 'supported' || verdict === 'doubtful'),
    detail: `${proved.length} of ${verdicts.length} compared, ${found} of ${planted} planted errors found`,
  }
}

/** Whether a check on record is the judge's, from whatever time. */
export function isJudgeCheck({ name }: Pick<Check, 'name'>): boolean {
  return name.startsWith(COMPARED) || name === FORMER
}

/** What the judge's check is called where these judged; a support model is named, since it is nobody's second call. */
export function judgeCheckName(judges: { name: string; by: Judge['kind'] }[]): string {
  const supporting = judges
    .filter(({ by }) => by === 'support model')
    .map(({ name }) => `${HOW['support model']} (${name})`)
  const isAsked = supporting.length === 0 || supporting.length < judges.length
  return `${COMPARED} ${[...supporting, ...(isAsked ? [HOW['language model']] : [])].join(' and ')}`
}
