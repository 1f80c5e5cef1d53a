import { longDate } from '#blog/date.ts'
import type { Change } from '#blog/post.ts'
import { ChangeMark } from '#site/article/change-mark.tsx'

/** The note in place of a retracted article: its title, who retracted it, when and why. */
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
