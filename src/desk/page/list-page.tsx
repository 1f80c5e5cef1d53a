import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { longDate } from '#blog/date.ts'
import { sampleLine } from '#blog/sample.ts'
import { summaryLine, type OversightLog } from '#desk/log.ts'
import { call, useKeys } from '#desk/page/calls.ts'
import { nameOf, type ListedPost } from '#desk/review-item.ts'
import type { RecentVerdict } from '#desk/server.ts'
import { Chip } from '#site/components/icons.tsx'
import { countOf } from '#site/wording.ts'

type List = { posts: ListedPost[]; unreadable: string[]; summary: OversightLog['summary'] }

const FILTERS: Record<string, (post: ListedPost) => boolean> = {
  All: () => true,
  Held: ({ state }) => state === 'held',
  'With a risk': ({ risks }) => risks.length > 0,
  Drawn: ({ isDrawn }) => isDrawn,
}

/** Lists the posts without a verdict. Reloads them when `sequence` changes. */
export function ListPage({ sequence, verdicts }: { sequence: number; verdicts: RecentVerdict[] }) {
  const { data: list, error } = useQuery({
    queryKey: ['list', sequence],
    queryFn: () => call<List>('/list'),
    placeholderData: keepPreviousData,
  })
  const [filter, setFilter] = useState('All')
  const [query, setQuery] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const search = useRef<HTMLInputElement>(null)
  // Focus the first post so that Enter opens it.
  const isLoaded = list !== undefined
  useEffect(() => {
    if (isLoaded) rows.current?.querySelector<HTMLElement>('li:not(.given) a')?.focus()
  }, [isLoaded])
  function move(step: number): void {
    const links = [...(rows.current?.querySelectorAll('a') ?? [])]
    const place = links.findIndex((link) => link === document.activeElement)
    links[Math.min(links.length - 1, Math.max(0, place + step))]?.focus()
  }
  const [next, previous] = [() => move(1), () => move(-1)]
  useKeys({ j: next, ArrowDown: next, k: previous, ArrowUp: previous, '/': () => search.current?.focus() })

  if (list === undefined) return <p role="status">{error?.message ?? 'The posts are loading …'}</p>
  const words = query.toLowerCase().split(/\s+/)
  const shown = list.posts.filter((post) => {
    const text = [post.title, nameOf(post.place), ...post.risks].join(' ').toLowerCase()
    return FILTERS[filter]?.(post) && words.every((word) => text.includes(word))
  })
  return (
    <>
      <h1>{countOf(list.posts.length, 'post')} to review</h1>
      <p className="meta">{summaryLine(list.summary)}</p>
      {list.summary.sample && <p className="meta">{sampleLine(list.summary.sample)}</p>}
      {list.unreadable.map((sentence) => (
        <p role="alert" key={sentence}>
          {sentence}
        </p>
      ))}
      <form className="desk-row" onSubmit={(event) => (event.preventDefault(), move(0))}>
        <label>
          Search <kbd>/</kbd>
          <input ref={search} type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
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
          const name = nameOf(place)
          const given = verdicts.filter((one) => one.sentence === null && one.name === name)
          const reasons = [...risks, ...(isDrawn ? ['drawn at random'] : [])]
          return (
            <li key={name} className={given.length > 0 ? 'given' : ''}>
              <p className="meta desk-row">
                <Chip category={place.category} /> {longDate(date)} {state === 'held' && <b>Held</b>}
              </p>
              <a href={`#${encodeURIComponent(name)}`}>{title}</a>
              <p className="meta">
                {[...reasons, ...given.map(({ by }) => `${by} has just given a verdict`)].join(' · ')}
              </p>
            </li>
          )
        })}
      </ol>
      {shown.length === 0 && <p>{list.posts.length === 0 ? 'Every post has a verdict.' : 'No post matches.'}</p>}
      <p className="meta">
        <kbd>j</kbd> <kbd>k</kbd> next and previous post, <kbd>Enter</kbd> open
      </p>
    </>
  )
}
