import { textFragment } from '#blog/text-fragment.ts'
import type { ReviewItem } from '#desk/review-item.ts'
import { datesInWords } from '#site/article/sources.tsx'

const LIST_ONLY = 'The evidence of this post is a list of sources, not a record for each sentence.'

type Props = { item: ReviewItem; selected: number; visited: number; onSelect: (index: number) => void }

/** Shows the selected sentence with its units, the questions raised by the checks in code, and the judge's verdict. */
export function EvidencePanel({ item, selected, visited, onSelect }: Props) {
  const sentence = item.sentences[selected]
  const last = item.sentences.length - 1
  return (
    <aside className="desk-evidence" aria-label="Evidence">
      <div className="desk-row">
        <button className="text-link" type="button" disabled={selected === 0} onClick={() => onSelect(selected - 1)}>
          ← Previous
        </button>
        Sentence {selected + 1} of {last + 1}, {visited} seen
        <button className="text-link" type="button" disabled={selected >= last} onClick={() => onSelect(selected + 1)}>
          Next →
        </button>
      </div>
      <div aria-live="polite">{sentence && <Evidence item={item} sentence={sentence} />}</div>
    </aside>
  )
}

function Evidence({ item, sentence }: { item: ReviewItem; sentence: ReviewItem['sentences'][number] }) {
  const { text, units, cited, questions, verdict, warnings } = sentence
  const isListOnly = item.provenance?.evidence === undefined
  const listed = cited.length > 0 ? 'These are the sources of its paragraph:' : 'This sentence cites none of them.'
  return (
    <>
      <p>{text}</p>
      {units === null && <p>{isListOnly ? `${LIST_ONLY} ${listed}` : 'This line does not claim anything.'}</p>}
      {isListOnly && cited.map((number) => <Origin key={number} item={item} source={number - 1} quote="" />)}
      {units?.length === 0 && <p className="wrong">No evidence is on record for this sentence.</p>}
      {units?.map(({ id, source, text, before, after, compute }) => (
        <figure key={id}>
          <blockquote>
            <span className="meta">{before}</span> {text} <span className="meta">{after}</span>
          </blockquote>
          {compute && <p>Computed: {compute}</p>}
          <figcaption>
            {id} <Origin item={item} source={source} quote={text} />
          </figcaption>
        </figure>
      ))}
      {questions.map(({ message, found }, index) => (
        <p key={index}>
          <b>Question from code.</b> {message} {found && <q>{found}</q>}
        </p>
      ))}
      {verdict && (
        <p>
          <b>Judge: {verdict.verdict}.</b> {verdict.reason} ({verdict.judge})
        </p>
      )}
      {warnings.map((warning, index) => (
        <p key={index}>Warning: {warning}</p>
      ))}
    </>
  )
}

function Origin({ item, source, quote }: { item: ReviewItem; source: number; quote: string }) {
  const found = item.provenance?.sources[source]
  if (found === undefined) return <p className="wrong">The source is not in the list.</p>
  const { title, publisher, url } = found
  return (
    <p>
      <b>{publisher}</b>, {[title, ...datesInWords(found)].join(' · ')}{' '}
      <a className="text-link" href={textFragment(url, quote)} target="_blank" rel="noreferrer">
        Open the source
      </a>
    </p>
  )
}
