import { isOneValue, stemsIn, type Placed, type Placement } from '#newsroom/checks/evidence/readers/numbers/contexts.ts'
import type { Figures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'
import { stem } from '#text/stem.ts'

/** A figure of a claim, one place of the evidence that has it (its home), and a rival: a figure of its kind there. */
export type Exchange = {
  asked: Placed
  home: Placed
  rival: Placed
  claimed: Placement
  given: Placement[]
  claim: Figures
  evidence: Figures[]
}

/** Whether the words of the claim about a figure are those of the rival, and not those of its home. */
export function isExchanged(exchange: Exchange): boolean {
  if (isRelated(exchange)) return false
  return [hasOtherNoun, hasOtherRole, hasOtherOfKind, hasOtherWords].some((test) => test(exchange))
}

// Words of which a thing has one: where the claim has another than the evidence, it is about another thing.
const OPPOSED = [
  'small smaller smallest large larger largest big bigger biggest medium tiny huge mini',
  'first second third',
  'old older new newer former previous earlier later',
  'read reads write writes',
  'north south east west northern southern eastern western',
  'spring summer autumn winter',
  'male female men women',
  'minimum maximum median average mean',
  'upper lower high low higher lower',
  'public private',
  'input output',
  'upload download uploads downloads',
  'pass passed fail failed',
  'win won lose lost',
  'rise rose fall fell',
].map((line) => new Set(line.split(' ').map(stem)))

// Verbs that tell nothing of the thing.
const LIGHT = new Set(
  'take takes took taken come comes came hold holds held stand stands stood reach reached total amount amounts amounted'
    .split(' ')
    .map(stem),
)

const YEAR = /^#[12]\d{3}$/

// Figures that the claim relates (`six of the seven judges`) are told of one thing.
function isRelated({ asked, rival, claimed }: Exchange): boolean {
  return claimed.relations.some(
    ({ one, other }) => (one === asked && isOneValue(other, rival)) || (other === asked && isOneValue(one, rival)),
  )
}

// `Four challenges`, where the evidence has four agents and 95 challenges.
function hasOtherNoun({ asked, home, rival }: Exchange): boolean {
  const [noun] = asked.nouns
  if (noun === undefined || home.nouns.length === 0) return false
  return rival.nouns.includes(noun) && !home.nouns.includes(noun) && !home.words.has(noun)
}

// `Fell to 48 GB`, where it fell from 48 GB to 31.
function hasOtherRole(exchange: Exchange): boolean {
  const { asked, home, rival, claimed } = exchange
  if (!isClose(exchange) || !isDirection(asked) || !isDirection(home) || asked.role === home.role) return false
  const isAlone = claimed.placed.every((other) => !isOneValue(other, rival) || isDirection(other))
  return isAlone && rival.role === asked.role
}

// A name, a year or one of two opposites is the rival's, and the one of the home is not there.
function hasOtherOfKind(exchange: Exchange): boolean {
  const { asked, home, rival, claimed, claim } = exchange
  const words = stemsIn(claim)
  const isGone = (word: string) =>
    !words.has(word) || claimed.placed.some((other) => other.words.has(word) && isOneValue(other, rival))
  const own = [...home.words].filter((word) => !rival.words.has(word) && !asked.words.has(word) && isGone(word))
  const others = [...asked.words].filter((word) => rival.words.has(word) && !home.words.has(word))
  // Two sentences name different things for many reasons, but seldom different years.
  const isNear = isClose(exchange)
  const isFor = (word: string, gone: string) =>
    OPPOSED.some((opposed) => opposed.has(word) && opposed.has(gone)) ||
    (YEAR.test(word) && YEAR.test(gone)) ||
    (isNear && ((isFigure(word) && isFigure(gone)) || (rival.names.has(word) && home.names.has(gone))))
  return others.some((word) => own.some((gone) => isFor(word, gone)))
}

// All words of the claim about the figure are in the evidence, some are the rival's, and either none is the home's own, or in
// one sentence none but the home's is of a third thing.
function hasOtherWords(exchange: Exchange): boolean {
  const { asked, home, rival, given, evidence } = exchange
  const isSaid = (word: string) => evidence.some((figures) => stemsIn(figures).has(word))
  const words = [...asked.own].filter((word) => isSaid(word) || !(asked.names.has(word) || LIGHT.has(word)))
  if (words.some((word) => !isSaid(word) && !isFigure(word))) return false
  const rest = words.filter((word) => !home.words.has(word))
  // `39.6` without a noun may be of the tokens that another figure names.
  const isElided = home.nouns.length === 0
  if (!rest.some((word) => rival.words.has(word) && !(isElided && rival.nouns.includes(word)))) return false
  const isWhole = given.some(({ relations }) =>
    relations.some(({ kind, one, other }) => kind === 'part' && one === home && other === rival),
  )
  const isHomeTold = [...home.words].every((word) => asked.words.has(word) || rival.words.has(word))
  if (isHomeTold && !isWhole) return false
  const isNear = isClose(exchange)
  if (isNear && rest.every((word) => rival.words.has(word))) return true
  const isSure = isNear || !asked.nouns.some((noun) => home.nouns.includes(noun))
  return isSure && words.every((word) => !home.words.has(word) || rival.words.has(word))
}

function isClose({ home, rival, given }: Exchange): boolean {
  return given.some(({ placed }) => placed.includes(home) && placed.includes(rival))
}

function isDirection({ role }: Placed): boolean {
  return role === 'from' || role === 'to'
}

function isFigure(word: string): boolean {
  return word.startsWith('#')
}
