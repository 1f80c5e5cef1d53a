import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { call } from '#desk/page/calls.ts'
import { nameOf, type ReviewItem } from '#desk/review-item.ts'
import type { GivenVerdict } from '#desk/server.ts'

const WORDS = {
  keep: { title: 'Keep', note: 'Note for the record', button: 'Keep' },
  correct: {
    title: 'Correct',
    note: 'What was wrong, and what is correct; readers see this',
    button: 'Publish the correction',
  },
  retract: { title: 'Retract', note: 'Reason, which readers see', button: 'Retract …' },
}

type Props = {
  item: ReviewItem
  kind: GivenVerdict['kind']
  correction?: Pick<GivenVerdict, 'file' | 'anyway'>
  isDisabled?: boolean
  onClose: () => void
  onLeave: () => void
  children?: ReactNode
}

/** The form for submitting a verdict, with `children` below its title. A retraction must be confirmed. */
export function VerdictForm({ item, kind, correction, isDisabled, onClose, onLeave, children }: Props) {
  const [by, setBy] = useRemembered('desk-name')
  const [note, setNote] = useRemembered(kind === 'keep' ? 'desk-note' : null)
  const [isAsked, setIsAsked] = useState(false)
  const give = (given: GivenVerdict) => call('/verdict', given)
  const { mutate, error } = useMutation({ mutationFn: give, onSuccess: onLeave })
  const words = WORDS[kind]
  const effect = item.state === 'held' ? 'It is never published.' : 'It is removed from the site for good.'
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (kind === 'retract' && !isAsked) setIsAsked(true)
    else mutate({ kind, name: nameOf(item.place), baseVersion: item.baseVersion, by, note, ...correction })
  }
  return (
    <form className="desk-fields" onSubmit={submit}>
      <h1 id="verdict-title">{`${words.title} “${item.title}”`}</h1>
      {children}
      <label>
        Your name, as readers see it
        <input value={by} onChange={({ target }) => setBy(target.value)} required />
      </label>
      <label>
        {words.note}
        <input value={note} onChange={({ target }) => setNote(target.value)} required={kind !== 'keep'} />
      </label>
      {(error || isAsked) && <p role="alert">{error?.message ?? `Retract this post? ${effect}`}</p>}
      <div className="desk-row">
        <button className="btn" type="submit" disabled={isDisabled}>
          {isAsked ? 'Yes, retract it' : words.button}
        </button>
        <button className="text-link" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

// Returns a state that is stored in this browser if `key` is not null.
function useRemembered(key: string | null): [string, (text: string) => void] {
  const [text, setText] = useState(() => (key === null ? '' : (localStorage.getItem(key) ?? '')))
  function remember(next: string): void {
    setText(next)
    if (key !== null) localStorage.setItem(key, next)
  }
  return [text, remember]
}
