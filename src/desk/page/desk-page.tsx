import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import '#site/styles/site.css'
import './desk.css'
import { call, useKeys } from '#desk/page/calls.ts'
import { ListPage } from '#desk/page/list-page.tsx'
import { PostPage } from '#desk/page/post-page.tsx'
import type { DeskState, RecentVerdict } from '#desk/server.ts'

// The desk page. It shows the post whose name is in the hash of the URL, or otherwise the list.

const POLL_MS = 1_000
const VERBS = { keep: 'keeps', correct: 'corrects', retract: 'retracts' }

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
        <div className="wrap desk-row">
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
              <b>{by}</b> {VERBS[kind]} {name} in {Math.max(0, seconds)} s.{' '}
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
