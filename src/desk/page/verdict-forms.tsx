import { useEffect, useRef, useState, type FormEvent } from 'react'
import { check, give, type Item } from '#desk/page/calls.ts'
import type { Check } from '#desk/review-item.ts'

type Props = { item: Item; onClose: () => void; onVerdict: () => void }

const CHECK_DELAY_MS = 500

/** Asks for the name and the note or reason of a verdict. A retraction is confirmed a second time. */
export function VerdictDialog({ item, kind, onClose, onVerdict }: Props & { kind: 'keep' | 'retract' }) {
  const isRetraction = kind === 'retract'
  const dialog = useRef<HTMLDialogElement>(null)
  const [by, setBy] = useRemembered('desk-name')
  const [note, setNote] = useRemembered(isRetraction ? null : 'desk-note')
  const [isAsked, setIsAsked] = useState(false)
  const [problem, setProblem] = useState('')
  // The focus is on the first empty field.
  const hasName = useRef(by !== '').current
  useEffect(() => dialog.current?.showModal(), [])
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isRetraction && !isAsked) return setIsAsked(true)
    const given = { kind, place: item.place, baseVersion: item.baseVersion, by, note }
    give(given).then(onVerdict, (error: Error) => setProblem(error.message))
  }
  const effect = item.state === 'held' ? 'It is never published.' : 'It is removed from the site for good.'
  return (
    <dialog className="desk-dialog" ref={dialog} onClose={onClose} aria-labelledby="verdict-title">
      <form className="desk-fields" onSubmit={submit}>
        <h2 id="verdict-title">
          {isRetraction ? 'Retract' : 'Keep'} “{item.title}”
        </h2>
        <Field label="Your name, as readers see it" value={by} onChange={setBy} required autoFocus={!hasName} />
        <Field
          label={isRetraction ? 'Reason, which readers see' : 'Note for the record'}
          value={note}
          onChange={setNote}
          required={isRetraction}
          autoFocus={hasName}
        />
        {(problem || isAsked) && <p role="alert">{problem || `Retract this post? ${effect}`}</p>}
        <div className="desk-row">
          <button className="btn" type="submit">
            {isAsked ? 'Yes, retract it' : isRetraction ? 'Retract …' : 'Keep'}
          </button>
          <button className="text-link" type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Edits a post as Markdown. Checks the text while the person types, and shows the difference before it is published. */
export function CorrectForm({ item, onClose, onVerdict }: Props) {
  const [file, setFile] = useState(item.file)
  const [by, setBy] = useRemembered('desk-name')
  const [note, setNote] = useRemembered(null)
  const [anyway, setAnyway] = useState(false)
  const [result, setResult] = useState<Check | null>(null)
  const [problem, setProblem] = useState('')
  const { place, baseVersion } = item
  useEffect(() => {
    let isOld = false
    setResult(null)
    const show = (next: Check) => !isOld && setResult(next)
    const run = () => check(place, file).then(show, (error: Error) => setProblem(error.message))
    const timer = setTimeout(run, CHECK_DELAY_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [place, file])
  const { findings, changes } = result?.state === 'checked' ? result : { findings: [], changes: [] }
  const isBlocked = findings.some(({ severity }) => severity === 'block')
  const state = result === null ? 'Checking …' : result.state === 'refused' ? result.sentence : 'The text was checked.'
  function submit(event: FormEvent): void {
    event.preventDefault()
    const given = { kind: 'correct' as const, place, baseVersion, by, note, file, anyway }
    give(given).then(onVerdict, (error: Error) => setProblem(error.message))
  }
  return (
    <form className="desk-post desk-fields" onSubmit={submit}>
      <label>
        The article as Markdown
        <textarea value={file} autoFocus onChange={({ target }) => setFile(target.value)} />
      </label>
      <div>
        <h1 className="desk-title">Correct “{item.title}”</h1>
        <p role="status">{problem || state}</p>
        {findings.map(({ severity, message, evidence }, index) => (
          <p key={index} className={severity === 'block' ? 'wrong' : ''}>
            <b>{severity === 'block' ? 'Fails.' : 'Warning.'}</b> {message} {evidence && <q>{evidence}</q>}
          </p>
        ))}
        <p className="desk-difference">
          {changes.map(({ value, added, removed }, index) => {
            if (added) return <ins key={index}>{value}</ins>
            if (removed) return <del key={index}>{value}</del>
            // Only the lines next to a change are shown.
            return value.replace(/(?<=\n)[^]*(?=\n)/, '…')
          })}
        </p>
        <Field label="Your name, as readers see it" value={by} onChange={setBy} required />
        <Field label="What was wrong, and what is correct; readers see this" value={note} onChange={setNote} required />
        {isBlocked && (
          <label>
            <input type="checkbox" checked={anyway} onChange={({ target }) => setAnyway(target.checked)} /> Publish
            anyway. The page shows the failed checks.
          </label>
        )}
        <div className="desk-row">
          <button className="btn" type="submit" disabled={result?.state !== 'checked' || (isBlocked && !anyway)}>
            Publish the correction
          </button>
          <button className="text-link" type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  )
}

type FieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  required?: boolean
  autoFocus?: boolean
}

function Field({ label, onChange, ...rest }: FieldProps) {
  return (
    <label>
      {label}
      <input {...rest} onChange={({ target }) => onChange(target.value)} />
    </label>
  )
}

// Keeps a text on this device, if it has a key.
function useRemembered(key: string | null): [string, (text: string) => void] {
  const [text, setText] = useState(() => (key === null ? '' : (localStorage.getItem(key) ?? '')))
  function remember(next: string): void {
    setText(next)
    if (key !== null) localStorage.setItem(key, next)
  }
  return [text, remember]
}
