import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { give, type Item } from '#desk/page/calls.ts'

type Props = { item: Item; kind: 'keep' | 'retract'; onClose: () => void; onLeave: () => void }

/** Asks for the name and the note or reason of a verdict. A retraction is confirmed a second time. */
export function VerdictDialog({ item, kind, onClose, onLeave }: Props) {
  const isRetraction = kind === 'retract'
  const dialog = useRef<HTMLDialogElement>(null)
  const [by, setBy] = useRemembered('desk-name')
  const [note, setNote] = useRemembered(isRetraction ? null : 'desk-note')
  const [isAsked, setIsAsked] = useState(false)
  const { mutate, error } = useMutation({ mutationFn: give, onSuccess: onLeave })
  useEffect(() => dialog.current?.showModal(), [])
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isRetraction && !isAsked) setIsAsked(true)
    else mutate({ kind, place: item.place, baseVersion: item.baseVersion, by, note })
  }
  const effect = item.state === 'held' ? 'It is never published.' : 'It is removed from the site for good.'
  const label = isRetraction ? 'Reason, which readers see' : 'Note for the record'
  return (
    <dialog className="desk-dialog" ref={dialog} onClose={onClose} aria-labelledby="verdict-title">
      <form className="desk-fields" onSubmit={submit}>
        <h2 id="verdict-title">{`${isRetraction ? 'Retract' : 'Keep'} “${item.title}”`}</h2>
        <Field label={NAME_LABEL} value={by} onChange={setBy} required />
        <Field label={label} value={note} onChange={setNote} required={isRetraction} />
        {(error || isAsked) && <p role="alert">{error?.message ?? `Retract this post? ${effect}`}</p>}
        <Buttons onClose={onClose}>{isAsked ? 'Yes, retract it' : isRetraction ? 'Retract …' : 'Keep'}</Buttons>
      </form>
    </dialog>
  )
}

/** The label of the field for the reviewer's name. */
export const NAME_LABEL = 'Your name, as readers see it'

type FieldProps = { label: string; value: string; onChange: (value: string) => void; required: boolean }

/** A field of one line with its label. */
export function Field({ label, onChange, ...rest }: FieldProps) {
  return (
    <label>
      {label}
      <input {...rest} onChange={({ target }) => onChange(target.value)} />
    </label>
  )
}

/** The buttons of a form. `children` is the label of the first. */
export function Buttons(props: { onClose: () => void; isHidden?: boolean; children: string }) {
  return (
    <div className="desk-row">
      <button className="btn" type="submit" hidden={props.isHidden}>
        {props.children}
      </button>
      <button className="text-link" type="button" onClick={props.onClose}>
        Cancel
      </button>
    </div>
  )
}

/** Returns a text and its setter, and keeps the text on this device if it has a key. */
export function useRemembered(key: string | null): [string, (text: string) => void] {
  const [text, setText] = useState(() => (key === null ? '' : (localStorage.getItem(key) ?? '')))
  function remember(next: string): void {
    setText(next)
    if (key !== null) localStorage.setItem(key, next)
  }
  return [text, remember]
}
