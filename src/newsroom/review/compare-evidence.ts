import { checkEvidence } from '#newsroom/checks/evidence/check-evidence.ts'
import { revising, type Finding } from '#newsroom/article/finding.ts'
import { evidenceFinder } from '#newsroom/review/find-evidence.ts'
import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'
import { numberSource } from '#newsroom/sources/units.ts'

/** A claim of an article, the sources that it cites (`S1`), and the units that it rests on. */
export type Resting = { claim: Claim; cited: string[]; from: string[] }

/** What comparing an article with its sources gave; `vouched` says of each claim that a person stands for why it is so. */
export type Comparison = { resting: Resting[]; findings: Finding[]; vouched: Finding[]; looked: string }

/**
 * Compares the claims of an article with the units on record, or, where a person has changed them, with those units of their
 * sources that most likely bear them. A person stands for what cites a source in `unread`, and for what shares nothing with
 * its source, as long as it states no fact that is not there.
 */
export function compareEvidence(
  draft: Draft,
  { sources, unread }: { sources: NumberedSource[]; unread: string[] },
): Comparison {
  const read = sources.filter(({ id }) => !unread.includes(id))
  const find = evidenceFinder(read)
  const resting = claimsOf(draft).map((claim) => restOf(claim, { sources, unread, find }))
  const compared = resting.flatMap(({ claim, basis, cited, from }): Claim[] => {
    if (basis === 'unread' || basis === 'unlisted') return []
    // Its facts have to be somewhere in its sources, though nothing tells where.
    const own = read.filter(({ id }) => cited.length === 0 || cited.includes(id))
    return [{ ...claim, from: basis === 'unlikely' ? own.flatMap(idsOf) : from }]
  })
  const { findings: all, healed, looked } = checkEvidence({ claims: compared, sources: read })
  // How much evidence a sentence names is for a writer to answer for: here code names it.
  const findings = all.filter(({ code }) => code !== 'too-much-evidence')
  const added = new Map(healed.map(({ where, add }) => [where, add]))
  const failing = new Set(findings.filter(isError).map(({ where }) => where))
  return {
    resting: resting.map(({ claim, basis, cited, from }) => {
      // What code has chosen and then found wanting bears nothing.
      if (basis === 'found' && failing.has(claim.where)) return { claim, cited, from: [] }
      return { claim, cited, from: basis === 'unlikely' ? [] : [...from, ...(added.get(claim.where) ?? [])] }
    }),
    findings: (unread.length === 0 ? findings : leaveToPerson(findings, { resting, compared, sources, unread })).map(
      forPerson,
    ),
    vouched: resting.flatMap(({ claim, basis, cited }) => {
      if (basis === 'unread') return [notCompared(claim, `The newsroom has no text of ${namesOf(cited, unread)}`)]
      if (basis !== 'unlikely' || failing.has(claim.where)) return []
      return [notCompared(claim, `No sentence of ${namesOf(cited, cited) || 'its sources'} shares words with this`)]
    }),
    looked,
  }
}

// What a claim rests on: units on record or that code found, or none, as none is likely to bear it, or as it cites what nobody
// read or what is not listed.
type Basis = 'record' | 'found' | 'unlikely' | 'unread' | 'unlisted'

type Rest = Resting & { basis: Basis }

// Pages show no citation there, so they may rest on any source.
const UNCITED = new Set<Claim['kind']>(['title', 'lead'])

function restOf(
  claim: Claim,
  options: { sources: NumberedSource[]; unread: string[]; find: ReturnType<typeof evidenceFinder> },
): Rest {
  const { sources, unread, find } = options
  const cited = [...new Set(claim.from.map((id) => id.split('.')[0] ?? id))]
  const units = claim.from.filter(isUnit)
  const changed = claim.from.filter((id) => !isUnit(id))
  if (!cited.every((id) => sources.some((source) => source.id === id)))
    return { claim, cited, from: [], basis: 'unlisted' }
  if (cited.some((id) => unread.includes(id))) return { claim, cited, from: units, basis: 'unread' }
  if (changed.length === 0 && (units.length > 0 || !UNCITED.has(claim.kind)))
    return { claim, cited, from: units, basis: 'record' }
  const from = [...new Set([...units, ...find(claim, changed)])]
  return { claim, cited, from, basis: from.length === 0 ? 'unlikely' : 'found' }
}

function isUnit(id: string): boolean {
  return id.includes('.')
}

function idsOf({ units }: NumberedSource): string[] {
  return units.filter(({ mark }) => mark !== 'related' && mark !== 'boilerplate').map(({ id }) => id)
}

function isError({ severity }: Finding): boolean {
  return severity === 'block'
}

function namesOf(cited: string[], among: string[]): string {
  return cited.filter((id) => among.includes(id)).join(', ')
}

function notCompared({ where, text }: Claim, why: string): Finding {
  const message = `${why}: nothing here was compared, a person vouches for it.`
  return revising({ code: 'not-compared', where, message, evidence: text })
}

// As the person who edits can act on it.
function forPerson(finding: Finding): Finding {
  if (finding.code !== 'no-evidence') return finding
  const message = 'It cites no source: put its number behind it, as [S1], or take it out.'
  return { ...finding, message }
}

/** What is wrong with a title only as long as nothing is believed that a person vouches for is that person's as well. */
function leaveToPerson(
  findings: Finding[],
  options: { resting: Rest[]; compared: Claim[]; sources: NumberedSource[]; unread: string[] },
): Finding[] {
  const { resting, compared, sources, unread } = options
  // As if the source said what the person cites it for.
  const believed = sources.map((source) => {
    const { id, publisher, url, title } = source
    if (!unread.includes(id)) return source
    const text = resting.filter(({ cited }) => cited.includes(id)).map(({ claim }) => claim.text)
    return numberSource({ id, hash: '', publisher, url, title, date: '', text: text.join('\n\n') })
  })
  const units = believed.filter(({ id }) => unread.includes(id)).flatMap(idsOf)
  const claims = compared.filter(({ kind }) => UNCITED.has(kind) || kind === 'heading')
  const again = checkEvidence({
    claims: claims.map((claim) => ({ ...claim, from: [...claim.from, ...units] })),
    sources: believed,
  })
  const keyOf = ({ code, where, evidence }: Finding) => [code, where, evidence].join('\n')
  const remaining = new Set(again.findings.map(keyOf))
  const mayRestOnAny = new Set(claims.map(({ where }) => where))
  return findings.map((finding) => {
    if (!isError(finding) || !mayRestOnAny.has(finding.where) || remaining.has(keyOf(finding))) return finding
    const message = `${finding.message} It may rest on ${unread.join(', ')}, which the newsroom never read.`
    return { ...finding, severity: 'revise', message }
  })
}
