import type { Evidence, Source } from '#blog/post.ts'
import { textFragment } from '#blog/text-fragment.ts'

/** What an article cites, in the order of its numbers: of each source the sentences that it rests on, and the way back to each citation. */
export function Sources(props: { sources: readonly Source[]; evidence: readonly Evidence[]; html: string }) {
  const { sources, evidence, html } = props
  // Every place in the text that cites a source: its id, and the number of the source.
  const citations = [...html.matchAll(/<[^<>]* id="(ref-(\d+)[-\d]*)"/g)].map(([, id = '', source]) => ({ id, source }))
  return (
    <ol className="sources list">
      {sources.map(({ title, publisher, url }, index) => {
        const number = index + 1
        const places = citations.flatMap(({ id, source }) => (Number(source) === number ? [id] : []))
        const quotes = evidence.flatMap(({ source, unit, quote, citation }) =>
          source === index ? [{ unit, quote, place: citations[(citation ?? 0) - 1]?.id }] : [],
        )
        return (
          <li key={index} id={`s${number}`}>
            <span>
              {url ? <a href={url}>{title}</a> : title}
              <span className="meta">
                {publisher}
                {quotes.length === 0 && <BackReferences places={places} all={places} number={number} />}
              </span>
              {quotes.length > 0 && <Quotes quotes={quotes} url={url} places={places} number={number} />}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

type Quote = { unit: string; quote: string; place: string | undefined }

// What is cited of one source, each unit once.
function Quotes(props: { quotes: readonly Quote[]; url: string; places: readonly string[]; number: number }) {
  const { quotes, url, places, number } = props
  const units = [...Map.groupBy(quotes, ({ unit }) => unit)]
  return (
    <details className="quoted">
      <summary>Passages cited: {units.length}</summary>
      <ul className="list">
        {units.map(([unit, same]) => {
          const text = same[0]?.quote ?? ''
          const cited = places.filter((place) => same.some((quote) => quote.place === place))
          return (
            <li key={unit}>
              <q>{text}</q>
              <span className="meta">
                {url && <a href={textFragment(url, text)}>Find it there</a>}
                <BackReferences places={cited} all={places} number={number} />
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

function BackReferences(props: { places: readonly string[]; all: readonly string[]; number: number }) {
  const { places, all, number } = props
  return places.map((place) => {
    const mention = all.indexOf(place)
    return (
      <a
        key={place}
        className="back-reference"
        href={`#${place}`}
        aria-label={`Back to citation ${number}${mention ? `, mention ${mention + 1}` : ''}`}
      >
        ↩{mention > 0 && mention + 1}
      </a>
    )
  })
}
