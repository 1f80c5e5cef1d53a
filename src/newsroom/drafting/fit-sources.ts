import { shortenTexts } from '#newsroom/drafting/llm/shorten.ts'
import type { NumberedSource } from '#newsroom/sources/units.ts'

/**
 * The sources with as many of their units, from the beginning, as a model reads well in one go: what the writer is shown,
 * the checks and the judge compare with. The ids stay what they are.
 */
export function fitSources(sources: NumberedSource[]): NumberedSource[] {
  const shares = shortenTexts(sources.map(({ units }) => units.map(({ text }) => text).join('\n'))).map(
    ({ length }) => length,
  )
  return sources.map(({ id, hash, publisher, url, title, date, author, units }, index) => {
    let left = shares[index] ?? 0
    const cut = units.findIndex(({ text, block }) => {
      left -= text.length
      return block >= 0 && left < 0
    })
    return { id, hash, publisher, url, title, date, author, units: cut < 0 ? units : units.slice(0, cut) }
  })
}
