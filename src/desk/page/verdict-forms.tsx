import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { check, give, type Item } from '#desk/page/calls.ts'
import type { Check } from '#desk/review-item.ts'

type Props = { item: Item; onClose: () => void; onVerdict: () => void }

const CHECK_DELAY_MS = 500

// Kept on this device.
const NAME_KEY = 'desk-name'
const NOTE_KEY = 'desk-note'

/** Asks for the name and the note or reason of a verdict. A retraction is confirmed a second time. */
export function VerdictDialog({ item, kind, onClose, onVerdict }: Props & { kind: 'keep' | 'retract' }) {
  const isRetraction = kind === 'retract'
  const dialog = useRef<HTMLDialogElement>(null)
  const words = useWords({ item, kind, onVerdict, note: isRetraction ? '' : (localStorage.getItem(NOTE_KEY) ?? '') })
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isRetraction && !isAsked) return setIsAsked(true)
    if (!isRetraction) localStorage.setItem(NOTE_KEY, words.note)
    void words.send({})
  }
  const effect = item.state === 'held' ? 'It is never published.' : 'It is removed from the site for good.'
  return (
    <dialog className="desk-dialog" ref={dialog} onClose={onClose} aria-labelledby="verdict-title">
      <form onSubmit={submit}>
        <h2 id="verdict-title">
          {isRetraction ? 'Retract' : 'Keep'} “{item.title}”
        </h2>
        <Fields
          {...words}
          label={isRetraction ? 'Reason, which readers see' : 'Note for the record'}
          isNeeded={isRetraction}
        />
        {isAsked && <p className="wrong" role="alert">{`Retract this post? ${effect}`}</p>}
        <Buttons onClose={onClose} problem={words.problem}>
          {isRetraction ? (isAsked ? 'Yes, retract it' : 'Retract …') : item.state === 'held' ? 'Publish' : 'Keep'}
        </Buttons>
      </form>
    </dialog>
  )
}

/** Edits a post as Markdown. Checks the text while the person types, and shows the difference before it is published. */
export function CorrectForm({ item, onClose, onVerdict }: Props) {
  const [file, setFile] = useState(item.file)
  const [result, setResult] = useState<Check | null>(null)
  const [problem, setProblem] = useState('')
  const [anyway, setAnyway] = useState(false)
  const words = useWords({ item, kind: 'correct', onVerdict, note: '' })
  useEffect(() => {
    let isOld = false
    setResult(null)
    const run = () =>
      check(item.place, file).then(
        (next) => isOld || setResult(next),
        (error: Error) => isOld || setProblem(error.message),
      )
    const timer = setTimeout(run, CHECK_DELAY_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [item.place, file])
  const findings = result?.state === 'checked' ? result.findings : []
  const isBlocked = findings.some(({ severity }) => severity === 'block')
  const isReady = result?.state === 'checked' && (!isBlocked || anyway)
  return (
    <form
      className="desk-post"
      onSubmit={(event) => (event.preventDefault(), isReady && void words.send({ file, anyway }))}
    >
      <label className="desk-editor">
        The article as Markdown
        <textarea value={file} spellCheck autoFocus onChange={({ target }) => setFile(target.value)} />
      </label>
      <div className="desk-evidence">
        <h1>Correct “{item.title}”</h1>
        {result === null && <p>{problem || 'Checking …'}</p>}
        {result?.state === 'refused' && <p>{result.sentence}</p>}
        {result?.state === 'checked' && findings.length === 0 && <p>All checks pass.</p>}
        <ul className="desk-findings list">
          {findings.map(({ severity, code, message, evidence }, index) => (
            <li key={index} className={severity === 'block' ? 'wrong' : ''}>
              <b>{severity === 'block' ? 'Blocks' : 'Warns'}</b> {message} <span className="meta">{code}</span>
              {evidence && <q>{evidence}</q>}
            </li>
          ))}
        </ul>
        {result?.state === 'checked' && <Difference changes={result.changes} />}
        <Fields {...words} label="What was wrong, and what is correct; readers see this" isNeeded isSecond />
        {isBlocked && (
          <label className="desk-anyway">
            <input type="checkbox" checked={anyway} onChange={({ target }) => setAnyway(target.checked)} />
            Publish anyway. The page shows the failed checks.
          </label>
        )}
        <Buttons onClose={onClose} problem={words.problem} isDisabled={!isReady}>
          Publish the correction
        </Buttons>
      </div>
    </form>
  )
}

// Unchanged lines are left out, except the nearest.
function Difference({ changes }: { changes: Extract<Check, { state: 'checked' }>['changes'] }) {
  return (
    <section aria-labelledby="difference">
      <h2 id="difference">Difference</h2>
      <p className="desk-difference">
        {changes.map(({ value, added, removed }, index) => {
          if (removed) return <del key={index}>{value}</del>
          if (added) return <ins key={index}>{value}</ins>
          const lines = value.split('\n')
          if (lines.length < 3) return value
          const [first, last] = [index === 0 ? '' : lines[0], index === changes.length - 1 ? '' : lines.at(-1)]
          return `${first}\n…\n${last}`
        })}
      </p>
    </section>
  )
}

type Words = ReturnType<typeof useWords>

function useWords(options: Pick<Props, 'item' | 'onVerdict'> & { kind: 'keep' | 'correct' | 'retract'; note: string }) {
  const { item, kind, onVerdict } = options
  const [by, setBy] = useState(localStorage.getItem(NAME_KEY) ?? '')
  const [note, setNote] = useState(options.note)
  const [problem, setProblem] = useState('')
  async function send(more: { file?: string; anyway?: boolean }): Promise<void> {
    localStorage.setItem(NAME_KEY, by)
    try {
      await give({ kind, place: item.place, baseVersion: item.baseVersion, by, note, ...more })
      onVerdict()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return { by, setBy, note, setNote, problem, send }
}

function Fields(props: Words & { label: string; isNeeded: boolean; isSecond?: boolean }) {
  const { by, setBy, note, setNote, label, isNeeded, isSecond = false } = props
  const hasName = useRef(by !== '').current
  return (
    <div className="desk-fields">
      <label>
        Your name, as readers see it
        <input required value={by} autoFocus={!hasName && !isSecond} onChange={({ target }) => setBy(target.value)} />
      </label>
      <label>
        {label}
        <input
          required={isNeeded}
          value={note}
          autoFocus={hasName && !isSecond}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
    </div>
  )
}

function Buttons(props: { onClose: () => void; problem: string; isDisabled?: boolean; children: ReactNode }) {
  return (
    <>
      {props.problem && (
        <p className="wrong" role="alert">
          {props.problem}
        </p>
      )}
      <div className="desk-bar">
        <button className="btn" type="submit" disabled={props.isDisabled}>
          {props.children}
        </button>
        <button className="text-link" type="button" onClick={props.onClose}>
          Cancel
        </button>
      </div>
    </>
  )
}
