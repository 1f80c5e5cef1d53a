import type { Evidence } from '#blog/post.ts'
import type { Resting } from '#newsroom/review/compare-evidence.ts'
import { quoteOf } from '#newsroom/review/numbered-sources.ts'
import { WHAT_CHANGES } from '#newsroom/article/render-markdown.ts'
import type { Claim } from '#newsroom/article/draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/**
 * What the claims of an article rest on, as its page needs it. `citation` counts the links of its HTML; where those are not
 * the citations of the claims one by one, it is null for all rather than wrong for some.
 */
export function recordEvidence(
  resting: Resting[],
  { sources, markdown, html }: { sources: NumberedSource[]; markdown: string; html: string },
): Evidence[] {
  const units = new Map(sources.flatMap((source) => source.units.map((unit): [string, string] => [unit.id, unit.text])))
  const links = Array.from(html.matchAll(LINK), ([, number]) => `S${number}`)
  const shown = inTextOrder(
    resting.filter(({ claim }) => !UNCITED.has(claim.kind)),
    markdown,
  )
  const starts = startsOf(shown, links)
  return [...shown, ...resting.filter(({ claim }) => UNCITED.has(claim.kind))].flatMap((rest, index) => {
    const { text, compute } = rest.claim
    return rest.from.flatMap((unit): Evidence[] => {
      const quoted = units.get(unit)
      if (quoted === undefined) return []
      const source = unit.slice(0, unit.indexOf('.'))
      const start = starts?.[index]
      const citation = start === undefined ? null : links.indexOf(source, start) + 1
      return [{ text, compute, citation, source: Number(source.slice(1)) - 1, unit, quote: quoteOf(quoted) }]
    })
  })
}

const LINK = /<[^<>]* id="ref-(\d+)[-\d]*"/g
const UNCITED = new Set<Claim['kind']>(['title', 'lead', 'heading'])

// A page says first what is different now; an article of before said last why it matters.
function inTextOrder(resting: Resting[], markdown: string): Resting[] {
  const changes = resting.filter(({ claim }) => claim.kind === 'change')
  const body = resting.filter(({ claim }) => claim.kind !== 'change')
  return markdown.includes(`**${WHAT_CHANGES}**`) ? [...changes, ...body] : [...body, ...changes]
}

// Where the links of each claim begin; null unless every claim has those of its own sources, in whatever order.
function startsOf(shown: Resting[], links: string[]): number[] | null {
  let next = 0
  const starts: number[] = []
  for (const { cited } of shown) {
    const own = links.slice(next, next + cited.length)
    if (!cited.every((id) => own.includes(id))) return null
    starts.push(next)
    next += cited.length
  }
  return next === links.length ? starts : null
}
