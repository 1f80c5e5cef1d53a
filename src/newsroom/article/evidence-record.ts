import type { Source } from '#blog/post.ts'
import type { Sentence } from '#newsroom/article/draft.ts'
import type { SentenceEvidence } from '#newsroom/article/render-markdown.ts'

/** What is on record of an article's sentences, by their text. */
export type EvidenceRecord = {
  /** Whether there is any: articles of before have none. */
  isEmpty: boolean
  knows(text: string): boolean
  /** A sentence with its recorded units, as far as their sources are `cited`; of other citations the names of the sources. */
  sentence(text: string, cited: number[]): Sentence
}

/** Opens the record of an article over the sources that it lists now, which may have come, gone or moved. */
export function openRecord(
  recorded: { sources: Source[]; evidence: SentenceEvidence[] } | null,
  sources: Source[],
): EvidenceRecord {
  const known = new Map<string, { number: number; id: string; compute: string }[]>()
  for (const { text, compute, source, unit } of recorded?.evidence ?? []) {
    const url = recorded?.sources[source]?.url
    const number = sources.findIndex((listed) => listed.url === url) + 1
    const id = number === 0 ? '' : unit.replace(/^S\d+/, `S${number}`)
    known.set(bare(text), [...(known.get(bare(text)) ?? []), { number, id, compute }])
  }
  return {
    isEmpty: known.size === 0,
    knows: (text) => known.has(bare(text)),
    sentence: (text, cited) => {
      const units = (known.get(bare(text)) ?? []).filter(
        ({ number, id }) => id !== '' && (cited.length === 0 || cited.includes(number)),
      )
      const others = cited.filter((number) => !units.some((unit) => unit.number === number))
      const from = [...units.map(({ id }) => id), ...others.map((number) => `S${number}`)]
      return { text, from: [...new Set(from)], compute: units[0]?.compute ?? '' }
    },
  }
}

// Without what Markdown had to escape, and with quotes as they are typed: those of a title and an excerpt have been set.
function bare(text: string): string {
  return text.replaceAll('\\', '').replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim()
}
