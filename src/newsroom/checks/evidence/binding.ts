import { baseOf, isSame } from '#newsroom/checks/evidence/match-quantity.ts'
import { placedIn, stemsOf, type Placed, type Placement } from '#newsroom/checks/evidence/readers/contexts.ts'
import type { Figures } from '#newsroom/checks/evidence/readers/figures.ts'
import type { Relation } from '#newsroom/checks/evidence/readers/relations.ts'
import type { Span } from '#newsroom/checks/evidence/readers/span.ts'
import { stem } from '#text/stem.ts'

// Words of which a thing has one: where the claim has another than the evidence, it is about another thing.
const OPPOSED = [
  'small smaller smallest large larger largest big bigger biggest medium tiny huge mini',
  'first second third last',
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

const MOST_WORDS = 4
const YEAR = /^#[12]\d{3}$/

// Verbs that tell nothing of the thing.
const LIGHT = new Set(
  'take takes took taken come comes came hold holds held stand stands stood reach reached total amount amounts amounted'
    .split(' ')
    .map(stem),
)

/** How a figure of a claim that stands in the evidence is told there of another thing: the words in question, and the figure that belongs to them; null where it is told of the same. */
export function otherThing(
  figure: Span,
  claim: Figures,
  evidence: Figures[],
): { about: string; rather: string } | null {
  const claimed = placedIn(claim)
  const asked = claimed.placed.find(({ at }) => at === figure.at)
  if (asked === undefined) return null
  const given = evidence.map(placedIn)
  const homes = given.flatMap(({ placed }) => placed.filter((each) => isOneValue(asked, each)))
  const rivals = given.flatMap(({ placed }) =>
    placed.filter((each) => each.kind === asked.kind && !isOneValue(asked, each)),
  )
  if (homes.length === 0 || rivals.length === 0) return null
  const told =
    deniedFor(asked, { claimed: claimed.placed, homes, rivals }) ??
    reversedWith(asked, claimed.relations, given) ??
    crossedWith(asked, claimed, { homes, rivals })
  if (told !== null) return told
  const said = new Set(evidence.flatMap(({ text }) => [...stemsOf(text)]))
  const words = stemsOf(claim.text)
  for (const rival of rivals) {
    const near = given.find(({ placed }) => placed.includes(rival))
    const abouts = homes.map((home) => {
      const isWhole =
        near?.relations.some(({ kind, one, other }) => kind === 'part' && one === home && other === rival) ?? false
      return exchangedFor({
        asked,
        home,
        rival,
        said,
        words,
        claimed,
        isClose: near?.placed.includes(home) ?? false,
        isWhole,
      })
    })
    const [about] = abouts
    if (about !== null && about !== undefined && !abouts.includes(null)) return { about, rather: rival.text }
  }
  return null
}

/**
 * Whether a figure that the evidence lacks may be meant as a unit beside it has it: unless one of its kind stands in the
 * evidence that the words of the claim fit better, for which it was put.
 */
export function mayBeAdded(figure: Span, claim: Figures, options: { evidence: Figures[]; unit: Figures }): boolean {
  const claimed = placedIn(claim).placed
  const asked = claimed.find(({ at }) => at === figure.at)
  if (asked === undefined) return true
  const rivals = options.evidence
    .flatMap((figures) => placedIn(figures).placed)
    .filter((each) => each.kind === asked.kind && !claimed.some((other) => isOneValue(other, each)))
  const homes = placedIn(options.unit).placed.filter((each) => isOneValue(asked, each))
  return rivals.length === 0 || fitOf(asked, rivals) < fitOf(asked, homes)
}

function fitOf(asked: Placed, placed: Placed[]): number {
  return Math.max(0, ...placed.map(({ words }) => asked.words.intersection(words).size))
}

type Told = { about: string; rather: string }

// `3,412 rows`, where the evidence has 3,398 rows, not 3,412.
function deniedFor(
  asked: Placed,
  { claimed, homes, rivals }: { claimed: Placed[]; homes: Placed[]; rivals: Placed[] },
): Told | null {
  if (asked.role === 'not' || homes.some(({ role }) => role !== 'not')) return null
  const rather = rivals.find((rival) => !claimed.some((other) => isOneValue(other, rival)))
  return rather === undefined ? null : { about: 'not', rather: rather.text }
}

// `5 to 12` for 12 to 5, `402 of the 611` for 611 of 402, `250 instead of 400` for from 250 to 400.
function reversedWith(asked: Placed, relations: Relation<Placed>[], given: Placement[]): Told | null {
  const told = given.flatMap(({ relations }) => relations)
  for (const { kind, one, other } of relations) {
    if (one.kind !== other.kind || (one !== asked && other !== asked)) continue
    const has = (first: Placed, second: Placed) =>
      told.some((each) => each.kind === kind && isOneValue(each.one, first) && isOneValue(each.other, second))
    if (has(other, one) && !has(one, other)) return { about: kind, rather: one === asked ? other.text : one.text }
  }
  return null
}

// `18.6% with the alarm, 18.2% without it`, where it is the other way round: both fit better in each other's place.
function crossedWith(
  asked: Placed,
  { placed, relations }: Placement,
  { homes, rivals }: { homes: Placed[]; rivals: Placed[] },
): Told | null {
  for (const other of placed) {
    if (other === asked || other.kind !== asked.kind || isOneValue(other, asked)) continue
    if (relations.some(({ one, other: second }) => [one, second].includes(asked) && [one, second].includes(other)))
      continue
    const others = rivals.filter((rival) => isOneValue(rival, other))
    if (![homes, others].every((told) => told.some(({ words }) => words.size > 1))) continue
    const straight = fitOf(asked, homes) + fitOf(other, others)
    const crossed = fitOf(asked, others) + fitOf(other, homes)
    if (crossed > straight) return { about: other.text, rather: other.text }
  }
  return null
}

type Exchange = {
  asked: Placed
  home: Placed
  rival: Placed
  said: Set<string>
  words: Set<string>
  claimed: Placement
  isClose: boolean
  /** Whether the figure is a whole in the evidence and the rival its part. */
  isWhole: boolean
}

function exchangedFor(exchange: Exchange): string | null {
  const partner = partnerOf(exchange)
  if (partner === 'related') return null
  const other = otherNoun(exchange) ?? otherRole(exchange)
  return partner === 'clause' ? other : (other ?? otherOfKind(exchange) ?? otherWords(exchange))
}

// Whether the claim has the rival as well, in a relation to the figure (`six of the seven judges`) or right beside it in one
// clause: both are then told of one thing.
function partnerOf({ asked, rival, claimed: { placed, relations } }: Exchange): 'related' | 'clause' | null {
  const isRelated = relations.some(
    ({ one, other }) => (one === asked && isOneValue(other, rival)) || (other === asked && isOneValue(one, rival)),
  )
  if (isRelated) return 'related'
  const at = placed.indexOf(asked)
  const beside = [placed[at - 1], placed[at + 1]]
  const isJoined = (other: Placed) => other.joint !== null && other === placed[at + 1]
  const isBeside = beside.some(
    (other) => other !== undefined && isOneValue(other, rival) && (other.clause === asked.clause || isJoined(other)),
  )
  return isBeside ? 'clause' : null
}

// `Four challenges`, where the evidence has four agents and 95 challenges.
function otherNoun({ asked, home, rival }: Exchange): string | null {
  const [noun] = asked.nouns
  if (noun === undefined || home.nouns.length === 0 || !rival.nouns.includes(noun)) return null
  return home.nouns.includes(noun) || home.words.has(noun) ? null : noun
}

// `Fell to 48 GB`, where it fell from 48 GB to 31.
function otherRole({ asked, home, rival, claimed, isClose }: Exchange): string | null {
  if (!isClose || !isDirection(asked.role) || !isDirection(home.role) || asked.role === home.role) return null
  const isAlone = claimed.placed.every((other) => !isOneValue(other, rival) || isDirection(other.role))
  return isAlone && rival.role === asked.role ? asked.role : null
}

// A name, a year or one of two opposites that belongs to the rival, while the one that belongs to the figure is not there.
function otherOfKind({ asked, home, rival, words, claimed, isClose }: Exchange): string | null {
  const isGone = (word: string) =>
    !words.has(word) || claimed.placed.some((other) => other.words.has(word) && isOneValue(other, rival))
  const own = [...home.words].filter((word) => !rival.words.has(word) && !asked.words.has(word) && isGone(word))
  const others = [...asked.words].filter((word) => rival.words.has(word) && !home.words.has(word))
  // Two sentences name different things for many reasons, but seldom different years.
  const isFor = (word: string, gone: string) =>
    isOpposed(word, gone) ||
    (YEAR.test(word) && YEAR.test(gone)) ||
    (isClose && ((isFigure(word) && isFigure(gone)) || (rival.names.has(word) && home.names.has(gone))))
  return others.find((word) => own.some((gone) => isFor(word, gone))) ?? null
}

// Words of the claim beside the figure are the rival's, and none is the figure's own; in one sentence all those that are
// not the figure's may be the rival's.
function otherWords({ asked, home, rival, said, isClose, isWhole }: Exchange): string | null {
  const words = [...asked.own].filter((word) => said.has(word) || !(asked.names.has(word) || LIGHT.has(word)))
  if (words.some((word) => !said.has(word) && !isFigure(word))) return null
  const rest = words.filter((word) => !home.words.has(word))
  // `39.6` without a noun may be of the tokens that another figure names.
  const isElided = home.nouns.length === 0
  const first = rest.find((word) => rival.words.has(word) && !(isElided && rival.nouns.includes(word)))
  if (first === undefined) return null
  const isHomeTold = [...home.words].every((word) => asked.words.has(word) || rival.words.has(word))
  if (isHomeTold && !isWhole) return null
  const isNoneOwn = words.every((word) => !home.words.has(word) || rival.words.has(word))
  const isSameNoun = asked.nouns.some((noun) => home.nouns.includes(noun))
  // Words of a long clause may be those of another sentence for many reasons.
  const isSure = isClose || (!isSameNoun && words.length <= MOST_WORDS)
  return (isNoneOwn && isSure) || (isClose && rest.every((word) => rival.words.has(word))) ? first : null
}

function isOneValue(one: Placed, other: Placed): boolean {
  if (one.kind !== other.kind) return false
  return one.readings.some((reading) => other.readings.some((given) => isSame(baseOf(reading), baseOf(given))))
}

function isDirection(role: string | null): boolean {
  return role === 'from' || role === 'to'
}

function isFigure(word: string): boolean {
  return word.startsWith('#')
}

function isOpposed(one: string, other: string): boolean {
  return OPPOSED.some((words) => words.has(one) && words.has(other))
}
