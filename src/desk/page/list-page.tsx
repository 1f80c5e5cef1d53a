import { useEffect, useRef, useState } from 'react'
import { longDate } from '#blog/date.ts'
import { readList, type List, type ListedPost, type Waiting } from '#desk/page/calls.ts'
import { useKeys } from '#desk/page/keys.ts'
import { Chip } from '#site/components/chip.tsx'
import { countOf } from '#site/wording.ts'

const FILTERS: { [name: string]: (post: ListedPost) => boolean } = {
  All: () => true,
  Held: ({ state }) => state === 'held',
  'With a risk': ({ risks }) => risks.length > 0,
  Drawn: ({ isDrawn }) => isDrawn,
}

/** The posts without a verdict. `version` changes when the list may have changed. */
export function ListPage({ version, waiting }: { version: string; waiting: Waiting[] }) {
  const [list, setList] = useState<List | null>(null)
  const [problem, setProblem] = useState('')
  const [filter, setFilter] = useState('All')
  const [words, setWords] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    readList().then(setList, (error: Error) => setProblem(error.message))
  }, [version])
  // The first post has the focus, so that Enter opens it.
  const isLoaded = list !== null
  useEffect(() => rows.current?.querySelector('a')?.focus({ preventScroll: true }), [isLoaded])

  function move(step: number): void {
    const links = [...(rows.current?.querySelectorAll('a') ?? [])]
    const place = links.findIndex((link) => link === document.activeElement)
    links[Math.min(links.length - 1, Math.max(0, place + step))]?.focus()
  }
  useKeys((key, event) => {
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key]
    if (step === undefined && key !== '/') return
    event.preventDefault()
    if (step === undefined) search.current?.focus()
    else move(step)
  })

  if (list === null) return <p role="status">{problem || 'The posts are loading …'}</p>
  const wanted = words.toLowerCase().split(/\s+/)
  const shown = list.posts.filter((post) => {
    const text = [post.title, post.place.category, post.place.id, ...post.risks].join(' ').toLowerCase()
    return FILTERS[filter]?.(post) && wanted.every((word) => text.includes(word))
  })
  return (
    <>
      <header className="page-head">
        <h1>{countOf(list.posts.length, 'post')} to review</h1>
        <p className="meta">{summaryOf(list.summary)}</p>
      </header>
      {list.unreadable.map((sentence) => (
        <p className="desk-alert" key={sentence}>
          {sentence}
        </p>
      ))}
      <form className="desk-tools" onSubmit={(event) => (event.preventDefault(), move(0))}>
        <label>
          Search <kbd>/</kbd>
          <input ref={search} type="search" value={words} onChange={({ target }) => setWords(target.value)} />
        </label>
        <fieldset>
          <legend>Show</legend>
          {Object.keys(FILTERS).map((name) => (
            <label key={name}>
              <input type="radio" name="filter" checked={filter === name} onChange={() => setFilter(name)} />
              {name} ({list.posts.filter((post) => FILTERS[name]?.(post)).length})
            </label>
          ))}
        </fieldset>
      </form>
      <ol className="desk-list list" ref={rows}>
        {shown.map((post) => (
          <Row key={`${post.place.category}/${post.place.id}`} post={post} waiting={waiting} />
        ))}
      </ol>
      {shown.length === 0 && (
        <p>{list.posts.length === 0 ? 'Every post has a verdict.' : 'No post matches the search and the filter.'}</p>
      )}
      <p className="desk-keys">
        <kbd>j</kbd> <kbd>k</kbd> next and previous post <kbd>Enter</kbd> open
      </p>
    </>
  )
}

function Row({ post, waiting }: { post: ListedPost; waiting: Waiting[] }) {
  const { place, state, title, date, risks, isDrawn } = post
  const name = `${place.category}/${place.id}`
  const reasons = [...risks, ...(isDrawn ? ['drawn at random'] : [])]
  const others = waiting.filter((one) => one.name === name)
  return (
    <li>
      <p className="meta">
        <Chip category={place.category} />
        <time dateTime={date}>{longDate(date)}</time>
        {state === 'held' && <b className="held">Held</b>}
      </p>
      <a href={`#${name.split('/').map(encodeURIComponent).join('/')}`}>{title}</a>
      <p className="why">{reasons.join(' · ') || 'No risk is on record'}</p>
      {others.map(({ ticket, by }) => (
        <p className="why" key={ticket}>
          {by} has just given a verdict.
        </p>
      ))}
    </li>
  )
}

function summaryOf({ days, published, withoutVerdict }: List['summary']): string {
  if (published === 0) return `No article was published in the last ${days} days.`
  const reviewed = published - withoutVerdict
  const share = Math.round((100 * reviewed) / published)
  return `${reviewed} of ${countOf(published, 'article')} of the last ${days} days have a verdict (${share}%).`
}
