import { isDeepStrictEqual } from 'node:util'
import { isBlocking, type Finding } from '#newsroom/article/finding.ts'
import { cutDraft } from '#newsroom/drafting/cut.ts'
import { claimsOf, type Draft } from '#newsroom/article/draft.ts'
import { isWithin } from '#newsroom/drafting/edit-draft.ts'
import type { Examined } from '#newsroom/drafting/examine-draft.ts'
import { NOT_JUDGED } from '#newsroom/judging/judge.ts'

/** A claim that was cut because it failed, and the codes of what was wrong with it. */
export type Cut = { text: string; codes: string[] }

// A title that failed may be replaced by another that fails.
const MOST_CUTS = 6

/**
 * Cuts what fails until nothing does: what is left is read with other sentences before it, so it is examined again. Where
 * nothing would be left only because no judge can be believed, those claims stay, for a person. `isSound` is false when no
 * draft is left: `examined` is then the last one.
 */
export async function cutUntilSound(
  first: Examined,
  examine: (draft: Draft) => Promise<Examined>,
): Promise<{ examined: Examined; cut: Cut[]; isSound: boolean }> {
  const cut: Cut[] = []
  let examined = first
  let keepsUnproved = false
  for (let round = 0; round <= MOST_CUTS; round += 1) {
    const { draft, findings } = examined
    const facts = findings.filter((finding) => isBlocking(finding) && !(keepsUnproved && finding.code === NOT_JUDGED))
    const proved = facts.filter(({ code }) => code !== NOT_JUDGED)
    const doubted = findings.filter(({ code }) => code === 'judge-doubtful').map(({ where }) => where)
    const choices = [facts, proved].map((failing) => {
      return { failing, left: cutFailing(draft, { failing, doubted }) }
    })
    const chosen = choices.find(({ left }) => left !== null)
    if (chosen === undefined || chosen.left === null) break
    const { failing, left } = chosen
    keepsUnproved ||= failing === proved && proved.length < facts.length
    if (isDeepStrictEqual(left, draft)) return { examined, cut, isSound: true }
    cut.push(...cutFrom(draft, failing))
    examined = await examine(left)
  }
  return { examined, cut, isSound: false }
}

// Null also where a fault is of no claim in particular.
function cutFailing(draft: Draft, { failing, doubted }: { failing: Finding[]; doubted: string[] }): Draft | null {
  const addresses = [...claimsOf(draft).map(({ where }) => where), ...draft.tags.map((_, index) => `tags.${index}`)]
  const isSomewhere = ({ where }: Finding) => addresses.some((address) => isWithin(address, where))
  if (!failing.every(isSomewhere)) return null
  return cutDraft(draft, { failing: failing.map(({ where }) => where), doubted })
}

function cutFrom(draft: Draft, failing: Finding[]): Cut[] {
  return claimsOf(draft).flatMap(({ where, text }) => {
    const codes = failing.filter((finding) => isWithin(where, finding.where)).map(({ code }) => code)
    return codes.length === 0 ? [] : [{ text, codes }]
  })
}
