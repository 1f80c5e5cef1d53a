import { blocking, warning, type Finding } from '#newsroom/checks/finding.ts'
import { contentStems } from '#text/function-words.ts'
import { plain } from '#newsroom/checks/readers/prose.ts'
import { sourceText } from '#newsroom/checks/readers/source-text.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { passages } from '#newsroom/drafting/draft.ts'

/** The words that carry the meaning of title and excerpt are words of the sources or of the article. */
export const titleSupported: Check = {
  name: 'Title and excerpt are supported by the sources',
  run({ draft, references }) {
    const all = passages(draft)
    const body = all.filter(
      ({ kind }) => kind !== 'title' && kind !== 'excerpt' && kind !== 'tag' && kind !== 'heading',
    )
    const known = new Set([
      ...references.flatMap((reference) => [...contentStems(sourceText(reference))]),
      ...body.flatMap(({ text }) => [...contentStems(plain(text))]),
    ])
    const findings: Finding[] = []
    const shares: string[] = []
    for (const { where, text } of all.slice(0, 2)) {
      const words = [...contentStems(plain(text))]
      const unknown = words.filter((word) => !known.has(word))
      const share = words.length === 0 ? 1 : 1 - unknown.length / words.length
      shares.push(`${Math.round(share * 100)}% of the ${where}`)
      if (share >= WARN_UNDER) continue
      const message = `Only ${Math.round(share * 100)}% of the words of the ${where} occur in the sources or the article: say what they say.`
      const finding = share < BLOCK_UNDER ? blocking : warning
      findings.push(finding({ code: `${where}-not-supported`, where, message, evidence: unknown.join(', ') }))
    }
    return { detail: shares.join(', '), findings }
  },
}

const WARN_UNDER = 0.7
const BLOCK_UNDER = 0.5
