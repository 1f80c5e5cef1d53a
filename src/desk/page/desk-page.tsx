import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import '#site/styles/site.css'
import './desk.css'
import { longDate } from '#blog/date.ts'
import { sampleLine } from '#blog/sample.ts'
import { summaryLine, type OversightLog } from '#desk/log.ts'
import { call, useKeys } from '#desk/page/calls.ts'
import { PostPage } from '#desk/page/post-page.tsx'
import { nameOf, type ListedPost } from '#desk/review-item.ts'
import type { DeskState, RecentVerdict } from '#desk/server.ts'
import { Chip } from '#site/components/icons.tsx'
import { countOf } from '#site/wording.ts'

// The desk page. It shows the post named in the URL's hash, or the list if there is no hash.

const POLL_MS = 1_000

function DeskPage() {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const name = decodeURIComponent(hash.slice(1))
  const isPost = name.includes('/')
  const { data, error, refetch } = useQuery({
    queryKey: ['state'],
    queryFn: () => call<DeskState>('/state'),
    refetchInterval: POLL_MS,
  })
  const { sequence = 0, verdicts = [] } = data ?? {}
  function leave(): void {
    location.hash = 'list'
    void refetch()
  }
  return (
    <>
      <header className="site-header">
        <div className="wrap masthead">
          <a className="logo-name" href="#list">
            The desk
          </a>
          <p className="strapline">Only this machine can open this page.</p>
        </div>
      </header>
      <main className="wrap">
        {error && <p role="alert">{error.message}</p>}
        {isPost && <PostPage key={name} name={name} sequence={sequence} onLeave={leave} />}
        {!isPost && <ListPage sequence={sequence} verdicts={verdicts} />}
      </main>
      <Verdicts verdicts={verdicts} onUndo={() => void refetch()} />
    </>
  )
}

type List = { posts: ListedPost[]; unreadable: string[]; summary: OversightLog['summary'] }

const FILTERS: Record<string, (post: ListedPost) => boolean> = {
  All: () => true,
  Held: ({ state }) => state === 'held',
  'With a risk': ({ risks }) => risks.length > 0,
  Drawn: ({ isDrawn }) => isDrawn,
}

// Lists the posts without a verdict. Reloads them when `sequence` changes.
function ListPage({ sequence, verdicts }: { sequence: number; verdicts: RecentVerdict[] }) {
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
        <label className="search-field">
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
      <ol className="ledger list" ref={rows}>
        {shown.map(({ place, state, title, date, risks, isDrawn }) => {
          const name = nameOf(place)
          const given = verdicts.filter((one) => one.sentence === null && one.name === name)
          const reasons = [...risks, ...(isDrawn ? ['drawn at random'] : [])]
          return (
            <li key={name} className={given.length > 0 ? 'given' : ''}>
              <p className="when">
                <Chip category={place.category} /> {longDate(date)} {state === 'held' && <b>Held</b>}
              </p>
              <div>
                <h2>
                  <a href={`#${encodeURIComponent(name)}`}>{title}</a>
                </h2>
                <p className="meta">
                  {[...reasons, ...given.map(({ by }) => `${by} has just given a verdict`)].join(' · ')}
                </p>
              </div>
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

// Lists the recent verdicts of all reviewers, with their results or a button to undo them.
function Verdicts({ verdicts, onUndo }: { verdicts: RecentVerdict[]; onUndo: () => void }) {
  const last = verdicts.findLast(({ sentence }) => sentence === null)?.ticket
  const undo = (ticket: string) => void call('/undo', { ticket }).then(onUndo, onUndo)
  useKeys({ u: () => last !== undefined && undo(last) })
  return (
    <div className="desk-verdicts" role="status">
      {verdicts.map(({ ticket, name, kind, by, seconds, sentence }) => (
        <p key={ticket}>
          {sentence ?? (
            <>
              <b>{by}</b> {kind}s {name} in {Math.max(0, seconds)} s.{' '}
              <button className="text-link" type="button" onClick={() => undo(ticket)}>
                Undo {ticket === last && <kbd>u</kbd>}
              </button>
            </>
          )}
        </p>
      ))}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

const root = document.getElementById('root')
const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } })
if (root !== null)
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <DeskPage />
    </QueryClientProvider>,
  )
