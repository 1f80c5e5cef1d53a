import { Fragment, type ReactNode } from 'react'
import { longDate, timeOf } from '#blog/date.ts'
import { disclosure, reviewed, WRITTEN_BY_AI } from '#blog/disclosure.ts'
import type { Check, Correction, JudgeRecord, Judging, Provenance, Review } from '#blog/post.ts'
import { Icon } from '#site/components/icons.tsx'
import { countOf } from '#site/wording.ts'

const UNNAMED = 'A large language model that the record does not name.'

/** The line above an article that says how it was made, with an expandable panel. It shows only recorded facts. */
export function ProvenancePanel({ provenance, date }: { provenance: Provenance | null; date: string | null }) {
  const label = (
    <span>
      <b>{WRITTEN_BY_AI}</b>
      {disclosure(provenance).slice(WRITTEN_BY_AI.length)}
    </span>
  )
  if (provenance === null) return <p className="made made-line">{label}</p>
  return (
    <details className="made">
      <summary>
        <span className="made-words wraps">
          {label}
          <span className="sum">{summary(provenance)}</span>
        </span>
        <Icon name="down" />
      </summary>
      <Record provenance={provenance} date={date} />
    </details>
  )
}

function Record({ provenance, date }: { provenance: Provenance; date: string | null }) {
  const { writer, note, sources, checks, judging, reviews, corrections } = provenance
  const entries: [name: string, items: ReactNode[]][] = [
    ['Drafted by', [writer ? `${writer.model} (${writer.provider}), a large language model.` : UNNAMED, note]],
    ['Published', [longDate(date)]],
    ['Sources', sources.length > 0 ? [sourcesLine(sources.length)] : []],
    ['Checks', checks.map(checkLine)],
    ['Judged by', judging ? judgingLines(judging) : []],
    ['Human review', reviews.length > 0 ? reviews.map((review) => reviewLine(review, corrections)) : [reviewed(null)]],
    ['Corrections', corrections.map(correctionLine)],
  ]
  return (
    <dl>
      {entries
        .filter(([, items]) => items.some(Boolean))
        .map(([name, items]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <List items={items} />
            </dd>
          </Fragment>
        ))}
    </dl>
  )
}

/** An article's corrections, newest first. */
export function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  return <List items={corrections.map(correctionLine).toReversed()} />
}

function summary({ sources, checks }: Provenance): string {
  const failed = checks.filter(({ passed }) => !passed).length
  const counts = [
    sources.length > 0 && countOf(sources.length, 'source'),
    checks.length > 0 && countOf(checks.length, 'check'),
    failed > 0 && `${failed} failed`,
  ]
  return counts.filter(Boolean).join(' · ') || 'How this article was made'
}

function List({ items }: { items: readonly ReactNode[] }) {
  return <ul className="list">{items.map((item, index) => item && <li key={index}>{item}</li>)}</ul>
}

function sourcesLine(count: number): ReactNode {
  return (
    <>
      {countOf(count, 'source')}, <a href="#sources">listed at the end</a>.
    </>
  )
}

function checkLine({ name, passed, detail }: Check): ReactNode {
  return (
    <span className={passed ? 'pass' : 'pass fail'}>
      <Icon name={passed ? 'check' : 'cross'} />
      <span>
        <b className={passed ? 'vh' : undefined}>{passed ? 'Passed: ' : 'Failed: '}</b>
        {name}
        {detail && ` (${detail})`}
      </span>
    </span>
  )
}

function judgingLines({ cut, others = [], ...first }: Judging): ReactNode[] {
  return [...[first, ...others].map(judgeLine), cut > 0 && `Sentences left out, as they failed: ${cut}.`]
}

function judgeLine({ model, provider, isWriter, sentences, planted, found, kinds = [] }: JudgeRecord): string {
  const who = `${model} (${provider})${isWriter ? ', the model that wrote it' : ''}`
  const byKind = kinds.map((kind) => `${kind.kind} ${kind.found} of ${kind.planted}`).join(', ')
  return `${who}. It compared ${countOf(sentences, 'sentence')}, and found ${found} of ${planted} errors planted to test it${byKind && ` (${byKind})`}.`
}

// A review applies only to the text that the reviewer read, so mention any later correction.
function reviewLine(review: Review, corrections: readonly Correction[]): string {
  const later = corrections.find(({ date }) => timeOf(date) > timeOf(review.date))
  const seen = reviewed({ reviews: [review], corrections: [] })
  const before = later ? `That was before the correction of ${longDate(later.date)}.` : ''
  return [seen, before, review.note].filter(Boolean).join(' ')
}

function correctionLine({ by, date, note }: Correction): string {
  const head = [longDate(date), by && `by ${by}`].filter(Boolean).join(', ')
  return head ? `${head}: ${note}` : note
}
