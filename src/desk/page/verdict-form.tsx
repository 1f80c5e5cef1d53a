import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { call } from '#desk/page/calls.ts'
import { nameOf, type Check, type ReviewItem } from '#desk/review-item.ts'
import type { GivenVerdict } from '#desk/server.ts'

/** The form's labels for each kind of verdict. */
export const WORDS = {
  keep: { title: 'Keep', note: 'Note for the record', button: 'Keep' },
  correct: { title: 'Correct', note: 'The error and its correction (public)', button: 'Publish the correction' },
  retract: { title: 'Retract', note: 'Reason (public)', button: 'Retract …' },
}

const CHECK_DELAY_MS = 500

const focus = (element: HTMLElement | null) => element?.focus()

type Events = { item: ReviewItem; onClose: () => void; onLeave: () => void }
type Props = Events & {
  kind: GivenVerdict['kind']
  correction?: Pick<GivenVerdict, 'file' | 'anyway'>
  isDisabled?: boolean
  children?: ReactNode
}

/** The form for submitting a verdict, with `children` below its title. A retraction must be confirmed. */
export function VerdictForm({ item, kind, correction, isDisabled, onClose, onLeave, children }: Props) {
  // The browser stores the last name, and the last note given for keeping a post.
  const [by, setBy] = useState(() => localStorage.getItem('desk-name') ?? '')
  const [note, setNote] = useState(() => (kind === 'keep' ? (localStorage.getItem('desk-note') ?? '') : ''))
  const [isAsked, setIsAsked] = useState(false)
  const give = (given: GivenVerdict) => call('/verdict', given)
  const { mutate, error } = useMutation({ mutationFn: give, onSuccess: onLeave })
  const words = WORDS[kind]
  const effect = item.state === 'held' ? 'It is never published.' : 'It is removed from the site for good.'
  function submit(event: FormEvent): void {
    event.preventDefault()
    localStorage.setItem('desk-name', by)
    if (kind === 'keep') localStorage.setItem('desk-note', note)
    if (kind === 'retract' && !isAsked) setIsAsked(true)
    else mutate({ kind, name: nameOf(item.place), baseVersion: item.baseVersion, by, note, ...correction })
  }
  return (
    <form className="desk-fields" onSubmit={submit}>
      <h1 id="verdict-title">{`${words.title} “${item.title}”`}</h1>
      {children}
      <label>
        Your name (public)
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

/** Edits a post as Markdown. Checks the text as the reviewer types, and shows the diff before it is published. */
export function CorrectForm({ item, ...events }: Events) {
  const [file, setFile] = useState(item.file)
  const [anyway, setAnyway] = useState(false)
  const name = nameOf(item.place)
  const { data, error } = useQuery({
    queryKey: ['check', name, file],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, CHECK_DELAY_MS))
      // If the reviewer has typed more in the meantime, do not check the outdated text.
      signal.throwIfAborted()
      return await call<Check>('/check', { name, file })
    },
  })
  const { findings = [], changes = [] } = data?.state === 'checked' ? data : {}
  const isBlocked = findings.some(({ severity }) => severity === 'block')
  const state = data === undefined ? 'Checking …' : data.state === 'refused' ? data.sentence : 'The text was checked.'
  const isDisabled = data?.state !== 'checked' || (isBlocked && !anyway)
  return (
    <div className="desk-post desk-fields">
      <label>
        The article as Markdown
        <textarea ref={focus} value={file} onChange={({ target }) => setFile(target.value)} />
      </label>
      <VerdictForm {...events} item={item} kind="correct" correction={{ file, anyway }} isDisabled={isDisabled}>
        <p role="status">{error?.message ?? state}</p>
        {findings.map(({ severity, message, evidence }, index) => (
          <p key={index} className={severity === 'block' ? 'wrong' : ''}>
            <b>{severity === 'block' ? 'Fails.' : 'Warning.'}</b> {message} {evidence && <q>{evidence}</q>}
          </p>
        ))}
        <p className="desk-difference">
          {changes.map(({ value, added, removed }, index) => {
            if (added) return <ins key={index}>{value}</ins>
            if (removed) return <del key={index}>{value}</del>
            // Show only the lines next to a change.
            return value.replace(/(?<=\n)[^]*(?=\n)/, '…')
          })}
        </p>
        {isBlocked && (
          <label>
            <input type="checkbox" checked={anyway} onChange={({ target }) => setAnyway(target.checked)} />
            {' Publish anyway. The page shows the failed checks.'}
          </label>
        )}
      </VerdictForm>
    </div>
  )
}
