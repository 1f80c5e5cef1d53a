import { shortenTexts } from '#text/shorten.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/**
 * The sources as a writer is shown them, and as checks and judges compare with: without related links and boilerplate, and
 * with as many units, from the beginning, as a model reads well in one go. The ids stay what they are.
 */
export function fitSources(sources: NumberedSource[]): NumberedSource[] {
  const shown = sources.map(({ units }) => units.filter(({ mark }) => mark !== 'related' && mark !== 'boilerplate'))
  const texts = shown.map((units) => units.map(({ text }) => text).join('\n'))
  const shares = shortenTexts(texts).map(({ length }) => length)
  return sources.map((source, index) => {
    const units = shown[index] ?? []
    let left = shares[index] ?? 0
    const cut = units.findIndex(({ text, block }) => {
      left -= text.length
      return block >= 0 && left < 0
    })
    return { ...source, units: cut < 0 ? units : units.slice(0, cut) }
  })
}
