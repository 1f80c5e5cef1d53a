import { useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '#site/styles/site.css'
import './desk.css'
import { readState, undo, type DeskState, type PostId } from '#desk/page/calls.ts'
import { goTo, useKeys } from '#desk/page/keys.ts'
import { ListPage } from '#desk/page/list-page.tsx'
import { PostPage } from '#desk/page/post-page.tsx'

// The page of the desk: the list, or the post that the hash of the address names.

const POLL_MS = 1_000
const VERBS = { keep: 'keeps', correct: 'corrects', retract: 'retracts' }

function DeskPage() {
  const place = usePlace()
  const { state, problem, refresh } = useDeskState()
  const version = `${state?.sequence} ${state?.results.length}`
  const name = place === null ? null : `${place.category}/${place.id}`
  return (
    <>
      <header className="site-header">
        <div className="wrap desk-head">
          <a className="logo-name" href="#">
            The desk
          </a>
          <p className="strapline">Nothing here is reachable from the network.</p>
        </div>
      </header>
      <main className="wrap">
        {problem !== null && (
          <p className="desk-alert" role="alert">
            {problem}
          </p>
        )}
        {place === null ? (
          <ListPage version={version} waiting={state?.waiting ?? []} />
        ) : (
          <PostPage key={name} place={place} version={version} onVerdict={() => (refresh(), goTo(null))} />
        )}
      </main>
      {state && <Verdicts state={state} onUndo={refresh} />}
    </>
  )
}

// The verdicts that can be undone, of all reviewers, and the last results.
function Verdicts({ state, onUndo }: { state: DeskState; onUndo: () => void }) {
  const [closed, setClosed] = useState<string[]>([])
  const last = state.waiting.at(-1)
  const takeBack = useCallback(
    async (ticket: string) => {
      await undo(ticket).catch(() => {})
      onUndo()
    },
    [onUndo],
  )
  useKeys((key) => {
    if (key === 'u' && last !== undefined) void takeBack(last.ticket)
  })
  const results = state.results.filter(({ ticket }) => !closed.includes(ticket)).slice(-3)
  return (
    <div className="desk-verdicts" role="status">
      {results.map(({ ticket, name, verdict }) => (
        <p key={ticket} className={verdict.state === 'done' ? '' : 'wrong'}>
          <span>
            {verdict.state === 'failed' ? `${name} fails its checks. Nothing was published.` : verdict.sentence}
          </span>
          <button className="text-link" type="button" onClick={() => setClosed([...closed, ticket])}>
            Close
          </button>
        </p>
      ))}
      {state.waiting.map(({ ticket, name, kind, by, due }) => (
        <p key={ticket}>
          <span>
            <b>{by}</b> {VERBS[kind]} {name} in {Math.max(0, Math.ceil((due - state.now) / 1000))} s.
          </span>
          <button className="text-link" type="button" onClick={() => void takeBack(ticket)}>
            Undo{ticket === last?.ticket && <kbd>u</kbd>}
          </button>
        </p>
      ))}
    </div>
  )
}

function useDeskState() {
  const [state, setState] = useState<DeskState | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useCallback(() => {
    readState().then(
      (next) => (setState(next), setProblem(null)),
      (error: Error) => setProblem(error.message),
    )
  }, [])
  useEffect(() => {
    refresh()
    const timer = setInterval(refresh, POLL_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return { state, problem, refresh }
}

function usePlace(): PostId | null {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const change = () => setHash(location.hash)
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  const [category = '', id = ''] = hash.slice(1).split('/').map(decodeURIComponent)
  return id === '' ? null : { category, id }
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<DeskPage />)
