import { longDate } from '#blog/date.ts'
import type { Check, Provenance, Review } from '#blog/post.ts'
import { Icon } from '#site/ui/icons.tsx'

/** How an article was made: one line in words above its text, a panel behind it. It says only what the record holds. */
export function Made({ provenance }: { provenance: Provenance | null }) {
  const review = provenance?.reviews.at(-1) ?? null
  const label = (
    <>
      <b>Written by AI.</b> {reviewLine(review)}
    </>
  )
  if (provenance === null)
    return (
      <div className="made">
        <p className="made-line">
          <span>{label}</span>
        </p>
      </div>
    )
  return (
    <details className="made">
      <summary>
        <span>{label}</span>
        <span className="sum">{contents(provenance)}</span>
        <Icon name="down" />
      </summary>
      <div className="made-body">
        <dl>
          <dt>Drafted by</dt>
          <dd>
            {provenance.writer
              ? `${provenance.writer.model} (${provenance.writer.provider}), a large language model.`
              : 'A large language model that the record does not name.'}
            {provenance.note && ` ${provenance.note}`}
          </dd>
          {provenance.sources.length > 0 && (
            <>
              <dt>Sources</dt>
              <dd>
                <ul className="list">
                  {provenance.sources.map((source) => (
                    <li key={source.url}>
                      <a href={source.url}>{source.title}</a>
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
          {provenance.checks.length > 0 && (
            <>
              <dt>Checks</dt>
              <dd>
                <ul className="list">
                  {provenance.checks.map((check) => (
                    <CheckLine key={check.name} check={check} />
                  ))}
                </ul>
              </dd>
            </>
          )}
          <dt>Human review</dt>
          <dd>{review ? `${reviewLine(review)} ${review.note}`.trim() : 'No human review is on record yet.'}</dd>
          {provenance.corrections.length > 0 && (
            <>
              <dt>Corrections</dt>
              <dd>
                <ul className="list">
                  {provenance.corrections.map((correction) => (
                    <li key={correction.date}>
                      {longDate(correction.date)}: {correction.note}
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
      </div>
    </details>
  )
}

function CheckLine({ check }: { check: Check }) {
  return (
    <li className={check.passed ? 'pass' : 'pass fail'}>
      <Icon name={check.passed ? 'check' : 'cross'} />
      <span>
        {check.passed ? '' : 'Failed: '}
        {check.name}
        {check.detail && ` (${check.detail})`}
      </span>
    </li>
  )
}

function reviewLine(review: Review | null): string {
  return review ? `Reviewed by ${review.by} on ${longDate(review.date)}.` : 'No human review is on record yet.'
}

function contents(provenance: Provenance): string {
  const parts = [counted(provenance.sources.length, 'source'), counted(provenance.checks.length, 'check')]
  return ['How this article was made', ...parts.filter((part) => part !== null)].join(' · ')
}

function counted(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}
