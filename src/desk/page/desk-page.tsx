import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import '#site/styles/site.css'
import './desk.css'
import { readState, undo, useKeys } from '#desk/page/calls.ts'
import { ListPage } from '#desk/page/list-page.tsx'
import { PostPage } from '#desk/page/post-page.tsx'
import type { DeskState } from '#desk/server.ts'

// The page of the desk: the list, or the post that the hash of the address names.

const POLL_MS = 1_000
const RESULT_MS = 15_000
const VERBS = { keep: 'keeps', correct: 'corrects', retract: 'retracts' }

function DeskPage() {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const [category = '', id = ''] = hash.slice(1).split('/').map(decodeURIComponent)
  const {
    data: state,
    error,
    refetch,
  } = useQuery({ queryKey: ['state'], queryFn: readState, refetchInterval: POLL_MS })
  const version = `${state?.sequence} ${state?.results.at(-1)?.ticket}`
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
        {id === '' && <ListPage version={version} waiting={state?.waiting ?? []} />}
        {id !== '' && <PostPage key={hash} place={{ category, id }} version={version} onLeave={leave} />}
      </main>
      {state && <Verdicts state={state} onUndo={() => void refetch()} />}
    </>
  )
}

// The verdicts of all reviewers that can be undone, and the last results.
function Verdicts({ state: { waiting, results, now }, onUndo }: { state: DeskState; onUndo: () => void }) {
  const last = waiting.at(-1)?.ticket
  const takeBack = (ticket: string) => void undo(ticket).then(onUndo, onUndo)
  useKeys({ u: () => last !== undefined && takeBack(last) })
  const recent = results.filter(({ time }) => now - time < RESULT_MS)
  return (
    <div className="desk-verdicts" role="status">
      {recent.map(({ ticket, sentence }) => (
        <p key={ticket}>{sentence}</p>
      ))}
      {waiting.map(({ ticket, name, kind, by, due }) => (
        <p key={ticket}>
          <b>{by}</b> {VERBS[kind]} {name} in {Math.max(0, Math.ceil((due - now) / 1000))} s.{' '}
          <button className="text-link" type="button" onClick={() => takeBack(ticket)}>
            Undo {ticket === last && <kbd>u</kbd>}
          </button>
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
