import { useEffect, useRef, useState } from 'react'
import { longDate } from '#blog/date.ts'
import { hrefOf, readList, useKeys, type List } from '#desk/page/calls.ts'
import type { ListedPost } from '#desk/review-item.ts'
import type { Waiting } from '#desk/server.ts'
import { Chip } from '#site/components/chip.tsx'
import { countOf } from '#site/wording.ts'

const FILTERS: Record<string, (post: ListedPost) => boolean> = {
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
  useEffect(() => rows.current?.querySelector<HTMLElement>('li:not(.given) a')?.focus(), [isLoaded])

  function move(step: number): void {
    const links = [...(rows.current?.querySelectorAll('a') ?? [])]
    const place = links.findIndex((link) => link === document.activeElement)
    links[Math.min(links.length - 1, Math.max(0, place + step))]?.focus()
  }
  const [next, previous] = [() => move(1), () => move(-1)]
  useKeys({ j: next, ArrowDown: next, k: previous, ArrowUp: previous, '/': () => search.current?.focus() })

  if (list === null) return <p role="status">{problem || 'The posts are loading …'}</p>
  const shown = list.posts.filter((post) => {
    const text = [post.title, post.place.category, post.place.id, ...post.risks].join(' ').toLowerCase()
    return (
      FILTERS[filter]?.(post) &&
      words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => text.includes(word))
    )
  })
  return (
    <>
      <h1 className="desk-title">{countOf(list.posts.length, 'post')} to review</h1>
      <p className="meta">{summaryOf(list.summary)}</p>
      {list.unreadable.map((sentence) => (
        <p role="alert" key={sentence}>
          {sentence}
        </p>
      ))}
      <form className="desk-row" onSubmit={(event) => (event.preventDefault(), move(0))}>
        <label className="desk-row">
          Search <kbd>/</kbd>
          <input ref={search} type="search" value={words} onChange={({ target }) => setWords(target.value)} />
        </label>
        {Object.entries(FILTERS).map(([name, isShown]) => (
          <label key={name}>
            <input type="radio" name="filter" checked={filter === name} onChange={() => setFilter(name)} />
            {` ${name} (${list.posts.filter(isShown).length})`}
          </label>
        ))}
      </form>
      <ol className="desk-list list" ref={rows}>
        {shown.map(({ place, state, title, date, risks, isDrawn }) => {
          const given = waiting.filter(({ name }) => name === `${place.category}/${place.id}`)
          return (
            <li key={hrefOf(place)} className={given.length > 0 ? 'given' : ''}>
              <p className="meta desk-row">
                <Chip category={place.category} /> {longDate(date)} {state === 'held' && <b>Held</b>}
              </p>
              <a href={hrefOf(place)}>{title}</a>
              <p className="why">{[...risks, isDrawn && 'drawn at random'].filter(Boolean).join(' · ')}</p>
              {given.length > 0 && (
                <p className="why">{given.map(({ by }) => by).join(', ')} has just given a verdict.</p>
              )}
            </li>
          )
        })}
      </ol>
      {shown.length === 0 && <p>{list.posts.length === 0 ? 'Every post has a verdict.' : 'No post matches.'}</p>}
      <p className="why">
        <kbd>j</kbd> <kbd>k</kbd> next and previous post, <kbd>Enter</kbd> open
      </p>
    </>
  )
}

function summaryOf({ days, published, withoutVerdict }: List['summary']): string {
  const reviewed = published - withoutVerdict
  const share = published === 0 ? '' : ` (${Math.round((100 * reviewed) / published)}%)`
  return `${reviewed} of ${countOf(published, 'article')} of the last ${days} days have a verdict${share}.`
}
