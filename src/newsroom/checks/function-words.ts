import { stem } from '#newsroom/checks/stem.ts'
import { wordsOf } from '#newsroom/checks/words.ts'

const WORDS = `a about above across after again against all almost along already also although always am among an and
another any anybody anyone anything are around as at away back be became because become been before behind being below
between both but by can cannot could did do does doing done down during each either else even ever every everybody
everyone everything few for from further get gets give given go goes got had has have having he her here hers herself
him himself his how however i if in indeed instead into is it its itself just last later least less let like made make
makes many may me might mine more most much must my myself neither never next no nobody none nor not nothing now of off
often on once one only onto or other others our ours out over own per perhaps quite rather said same say says shall she
should since so some somebody someone something soon still such than that the their theirs them themselves then there
therefore these they this those though through thus to together too toward towards under until unless up upon us used
very via was we well were what whatever when where whether which while who whoever whole whom whose why will with within
without would yet you your yours`

const FUNCTION_WORDS = new Set(WORDS.split(/\s+/))

/** Whether a folded word only holds sentences together (`the`, `whether`), as two of five words of English prose do. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/, ''))
}

/** The stems of the words of a text that carry its meaning, each once. */
export function contentStems(text: string): Set<string> {
  const words = new Set(wordsOf(text).map(({ folded }) => folded))
  return new Set([...words].filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem))
}
