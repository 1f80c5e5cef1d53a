import { longDate } from '#blog/date.ts'
import type { Change } from '#blog/post.ts'
import { Icon } from '#site/components/icons.tsx'

const MARKS = {
  correction: { label: 'Correction', icon: 'caret' },
  retraction: { label: 'Retraction', icon: 'dele' },
} as const

/** A proofreading mark for a correction or a retraction. Its label is `text` or, by default, the kind of change. */
export function ChangeMark({ kind, text }: { kind: Change['kind']; text?: string }) {
  const { label, icon } = MARKS[kind]
  return (
    <span className="kind">
      <Icon name={icon} />
      {text ?? label}
    </span>
  )
}

/** The note that replaces a retracted article: its title, who retracted it, when and why. */
export function RetractionNote({ change }: { change: Change }) {
  const { title, published, date, by, note } = change
  return (
    <section className="gone" aria-labelledby="retracted">
      <ChangeMark kind="retraction" text={`Retracted ${longDate(date) ?? ''}`.trim()} />
      <h2 id="retracted">
        <del>{title}</del>
      </h2>
      <p className="lead">{note}</p>
      <dl>
        <dt>Published</dt>
        <dd>{longDate(published)}</dd>
        <dt>Written by</dt>
        <dd>AI</dd>
        <dt>Retracted by</dt>
        <dd>{by}</dd>
      </dl>
      <p>
        <a className="text-link" href="/corrections">
          All corrections
        </a>
      </p>
    </section>
  )
}
