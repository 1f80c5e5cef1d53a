import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { check, give, type Item } from '#desk/page/calls.ts'
import { Buttons, Field, NAME_LABEL, useRemembered } from '#desk/page/verdict-dialog.tsx'

const CHECK_DELAY_MS = 500

/** Edits a post as Markdown. Checks the text while the person types, and shows the difference before it is published. */
export function CorrectForm(props: { item: Item; onClose: () => void; onLeave: () => void }) {
  const { item, onClose, onLeave } = props
  const { place, baseVersion } = item
  const editor = useRef<HTMLTextAreaElement>(null)
  const [file, setFile] = useState(item.file)
  const [checkedFile, setCheckedFile] = useState(item.file)
  const [by, setBy] = useRemembered('desk-name')
  const [note, setNote] = useState('')
  const [anyway, setAnyway] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['check', place, checkedFile],
    queryFn: () => check(place, checkedFile),
  })
  const { mutate, error: refusal } = useMutation({ mutationFn: give, onSuccess: onLeave })
  useEffect(() => editor.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setCheckedFile(file), CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [file])
  const result = file === checkedFile ? data : undefined
  const { findings, changes } = result?.state === 'checked' ? result : { findings: [], changes: [] }
  const isBlocked = findings.some(({ severity }) => severity === 'block')
  const state =
    result === undefined ? 'Checking …' : result.state === 'refused' ? result.sentence : 'The text was checked.'
  function submit(event: FormEvent): void {
    event.preventDefault()
    mutate({ kind: 'correct', place, baseVersion, by, note, file, anyway })
  }
  return (
    <form className="desk-post desk-fields" onSubmit={submit}>
      <label>
        The article as Markdown
        <textarea ref={editor} value={file} onChange={({ target }) => setFile(target.value)} />
      </label>
      <div>
        <h1>Correct “{item.title}”</h1>
        <p role="status">{refusal?.message ?? error?.message ?? state}</p>
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
        <Field label={NAME_LABEL} value={by} onChange={setBy} required />
        <Field label="What was wrong, and what is correct; readers see this" value={note} onChange={setNote} required />
        {isBlocked && (
          <label>
            <input type="checkbox" checked={anyway} onChange={({ target }) => setAnyway(target.checked)} />
            {' Publish anyway. The page shows the failed checks.'}
          </label>
        )}
        <Buttons onClose={onClose} isHidden={result?.state !== 'checked' || (isBlocked && !anyway)}>
          Publish the correction
        </Buttons>
      </div>
    </form>
  )
}
