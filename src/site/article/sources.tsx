import type { Evidence, Source } from '#blog/post.ts'
import { textFragment } from '#blog/text-fragment.ts'
import { datesOf } from '#site/article/source-dates.ts'

/** What an article cites, in the order of its numbers: each with its dates, and the way back to each place that cites it. */
export function Sources(props: { sources: readonly Source[]; evidence: readonly Evidence[]; html: string }) {
  const { sources, evidence, html } = props
  // Every place in the text that cites a source: its id, and the number of the source.
  const citations = [...html.matchAll(/<[^<>]* id="(ref-(\d+)[-\d]*)"/g)].map(([, id = '', source]) => ({ id, source }))
  return (
    <ol className="sources list">
      {sources.map((source, index) => {
        const { title, publisher, url } = source
        const number = index + 1
        const places = citations.filter(({ source }) => Number(source) === number)
        const quotes = new Set(evidence.flatMap(({ source, quote }) => (source === index ? [quote] : [])))
        return (
          <li key={index} id={`s${number}`}>
            <div>
              <b>{url ? <a href={url}>{title}</a> : title}</b>
              <span className="meta">{[publisher, ...datesOf(source)].filter(Boolean).join(' · ')}</span>
              {places.length > 0 && (
                <span className="backs">
                  {'Cited at '}
                  {places.map(({ id }, place) => (
                    <a key={id} href={`#${id}`} aria-label={`Place ${place + 1} of source ${number}`}>
                      {place + 1}
                    </a>
                  ))}
                </span>
              )}
              {/* With scripts they stand at the citations. */}
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
