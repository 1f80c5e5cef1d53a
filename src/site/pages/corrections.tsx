import { useQuery } from '@tanstack/react-query'
import { longDate } from '#blog/date.ts'
import type { Change } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { ChangeMark } from '#site/article/change.tsx'
import { Empty, Failure } from '#site/components/message.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { SeoHead } from '#site/seo-head.tsx'
import { countOf } from '#site/wording.ts'

/** All corrections and retractions, newest first. */
export function CorrectionsPage() {
  const { site } = useConfig()
  const { data: changes = [], isError } = useQuery(useQueries().changes)
  const retractions = changes.filter(({ kind }) => kind === 'retraction').length
  return (
    <>
      <SeoHead
        title="Corrections"
        description={`Corrections and retractions of ${site.name}, newest first.`}
        path="/corrections"
      />
      <header className="page-head">
        <PageHeading>Corrections</PageHeading>
        {!isError && (
          <p>
            {`${countOf(changes.length - retractions, 'correction')} and ${countOf(retractions, 'retraction')}, newest first. Nothing is changed in silence.`}
          </p>
        )}
      </header>
      {isError ? (
        <Failure text="The corrections cannot be shown now. Please try again later." />
      ) : changes.length === 0 ? (
        <Empty
          title="Nothing to correct yet"
          text="When a person corrects or retracts an article, it is listed here with its date and the error."
        />
      ) : (
        <ol className="ledger list">
          {changes.map((change) => (
            <Entry key={`${change.category}/${change.id}/${change.date}`} change={change} />
          ))}
        </ol>
      )}
    </>
  )
}

function Entry({ change }: { change: Change }) {
  const { kind, title, published, date, by, note, mark } = change
  return (
    <li>
      <p className="when wraps">
        <time dateTime={date}>{longDate(date)}</time>
        <ChangeMark kind={kind} />
      </p>
      <div>
        <h2>
          {/* An ordinary link, because the server must respond with 410 for a retracted article. */}
          <a href={postHref(change)}>{title}</a>
        </h2>
        <p className="change">{note}</p>
        <p className="meta">
          Published {longDate(published)} · {kind === 'correction' ? 'corrected' : 'retracted'} by {by}
          {mark !== undefined && (
            <>
              {' · '}
              <a href={`${postHref(change)}#correction-${mark}`} aria-label={`See it in the article: ${title}`}>
                see it in the article
              </a>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
