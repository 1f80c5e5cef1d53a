import { Fragment } from 'react'
import { textFragment } from '#blog/text-fragment.ts'
import { datesInWords } from '#site/article/sources.tsx'
import type { Item, ShownSentence } from '#desk/page/calls.ts'
import { Icon } from '#site/components/icons.tsx'

type Props = { item: Item; selected: number; visited: number; onSelect: (index: number) => void }

/** The selected sentence with its units, the questions of code, and the verdict of the judge. */
export function EvidencePanel({ item, selected, visited, onSelect }: Props) {
  const sentence = item.sentences[selected]
  const count = item.sentences.length
  const isLast = selected >= count - 1
  return (
    <aside className="desk-evidence" aria-label="Evidence">
      <div className="desk-steps">
        <button className="icon-btn" type="button" disabled={selected === 0} onClick={() => onSelect(selected - 1)}>
          <Icon name="back" />
          <span className="vh">Previous sentence</span>
        </button>
        <span>
          Sentence {selected + 1} of {count} <span className="meta">{visited} seen</span>
        </span>
        <button className="icon-btn next" type="button" disabled={isLast} onClick={() => onSelect(selected + 1)}>
          <Icon name="back" />
          <span className="vh">Next sentence</span>
        </button>
      </div>
      <div aria-live="polite">{sentence && <Evidence item={item} sentence={sentence} />}</div>
    </aside>
  )
}

function Evidence({ item, sentence }: { item: Item; sentence: ShownSentence }) {
  const { text, units, facts, questions, verdict, warnings } = sentence
  const missing = facts.filter(({ isFound }) => !isFound).map(({ text }) => text)
  return (
    <>
      <p className="claim">
        <Marked text={text} facts={facts} />
      </p>
      {units === null && <WithoutUnits item={item} sentence={sentence} />}
      {units?.length === 0 && <p className="wrong">No evidence is on record for this sentence.</p>}
      {units?.map(({ id, source, text, before, after, compute }) => (
        <figure key={id}>
          <blockquote>
            {before && <span className="beside">{before} </span>}
            <Marked text={text} facts={facts} />
            {after && <span className="beside"> {after}</span>}
          </blockquote>
          {compute && <p>Computed: {compute}</p>}
          <figcaption>
            {id} · <Origin item={item} source={source} quote={text} />
          </figcaption>
        </figure>
      ))}
      {units !== null && units.length > 0 && missing.length > 0 && (
        <p className="wrong">Not in this evidence: {missing.join(', ')}.</p>
      )}
      <dl>
        {questions.map(({ message, found }, index) => (
          <Fragment key={index}>
            <dt>Question of code</dt>
            <dd>
              {message}
              {found && <q>{found}</q>}
            </dd>
          </Fragment>
        ))}
        {verdict && (
          <>
            <dt>Judge</dt>
            <dd>
              <b>{verdict.verdict}</b> {verdict.reason} <span className="meta">{verdict.judge}</span>
            </dd>
          </>
        )}
        {warnings.length > 0 && <dt>Warnings</dt>}
        {warnings.map((warning, index) => (
          <dd key={index}>{warning}</dd>
        ))}
      </dl>
    </>
  )
}

function WithoutUnits({ item, sentence }: { item: Item; sentence: ShownSentence }) {
  if (item.provenance?.evidence !== undefined) return <p>This line does not claim anything.</p>
  const { cited } = sentence
  return (
    <>
      <p>The evidence of this post is a list of sources, not a record for each sentence.</p>
      <p>{cited.length === 0 ? 'This paragraph does not cite a source.' : 'This paragraph cites:'}</p>
      <ul>
        {cited.map((number) => (
          <li key={number}>
            <Origin item={item} source={number - 1} quote="" />
          </li>
        ))}
      </ul>
    </>
  )
}

function Origin({ item, source, quote }: { item: Item; source: number; quote: string }) {
  const found = item.provenance?.sources[source]
  if (found === undefined) return 'The source is not in the list.'
  const { title, publisher, url } = found
  return (
    <>
      <b>{publisher}</b>, {[title, ...datesInWords(found)].join(' · ')}{' '}
      {url && (
        <a className="text-link" href={textFragment(url, quote)} target="_blank" rel="noreferrer">
          Open the source
        </a>
      )}
    </>
  )
}

// Marks the numbers and names that are on both sides, and those that the evidence does not contain.
function Marked({ text, facts }: { text: string; facts: ShownSentence['facts'] }) {
  if (facts.length === 0) return text
  const longestFirst = facts.map((fact) => fact.text).toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.map(RegExp.escape).join('|')})(?![\\p{L}\\p{N}])`, 'u')
  return text.split(pattern).map((part, index) => {
    const fact = index % 2 === 1 ? facts.find((one) => one.text === part) : undefined
    return fact === undefined ? (
      part
    ) : (
      <mark key={index} className={fact.isFound ? '' : 'missing'}>
        {part}
      </mark>
    )
  })
}
