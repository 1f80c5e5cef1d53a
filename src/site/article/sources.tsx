import { longDate } from '#blog/date.ts'
import type { Evidence, Source } from '#blog/post.ts'
import { textFragment } from '#blog/text-fragment.ts'

/** The numbered sources of an article, with their dates and links back to their citations. */
export function Sources(props: { sources: readonly Source[]; evidence: readonly Evidence[]; html: string }) {
  const { sources, evidence, html } = props
  // The id and source number of every citation in the text.
  const citations = [...html.matchAll(/<[^<>]* id="(ref-(\d+)[-\d]*)"/g)].map(([, id = '', source]) => ({ id, source }))
  return (
    <ol className="sources list">
      {sources.map((source, index) => {
        const { title, publisher, url } = source
        const number = index + 1
        const backs = citations.filter(({ source }) => Number(source) === number)
        const quotes = new Set(evidence.flatMap(({ source, quote }) => (source === index ? [quote] : [])))
        return (
          <li key={index} id={`s${number}`}>
            <div>
              <b>{url ? <a href={url}>{title}</a> : title}</b>
              <span className="meta">{[publisher, ...datesInWords(source)].filter(Boolean).join(' · ')}</span>
              {backs.length > 0 && (
                <span className="backs wraps">
                  {'Cited at '}
                  {backs.map(({ id }, position) => (
                    <a key={id} href={`#${id}`} aria-label={`Place ${position + 1} of source ${number}`}>
                      {position + 1}
                    </a>
                  ))}
                </span>
              )}
              {/* With JavaScript, each quote appears at its citation instead. */}
              {quotes.size > 0 && (
                <noscript>
                  {[...quotes].map((quote) => (
                    <p key={quote}>
                      <q>{quote}</q> {url && <a href={textFragment(url, quote)}>Find it there</a>}
                    </p>
                  ))}
                </noscript>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Returns phrases that state when a source was published and when it was read. */
export function datesInWords({ date, read }: Source): string[] {
  const published = date === undefined ? null : (longDate(date) ?? 'no date given')
  const readOn = longDate(read ?? null)
  return [published ?? '', readOn && `read ${readOn}`].flatMap((words) => words || [])
}
