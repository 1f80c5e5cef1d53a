import { blocking, count, type Finding } from '#newsroom/checks/finding.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { textOf } from '#newsroom/drafting/draft.ts'

/** Every block names at least one source, and each that it names was given. */
export const sourcesNamed: Check = {
  name: 'Every paragraph names its sources',
  run({ draft, references }) {
    const given = references.map(({ id }) => id)
    const findings: Finding[] = []
    let looked = 0
    for (const [section, { blocks }] of draft.sections.entries()) {
      for (const [index, block] of blocks.entries()) {
        looked += 1
        const where = `sections.${section}.blocks.${index}`
        if (block.sources.length === 0) {
          const message = `This ${block.kind} names no source: name those that its facts come from (${given.join(', ')}).`
          findings.push(blocking({ code: 'no-source', where, message, evidence: textOf(block) }))
        }
        for (const source of block.sources.filter((id) => !given.includes(id))) {
          const message = `There is no source "${source}": the sources are ${given.join(', ')}.`
          findings.push(blocking({ code: 'unknown-source', where, message, evidence: source }))
        }
      }
    }
    return { detail: count(looked, 'block'), findings }
  },
}
