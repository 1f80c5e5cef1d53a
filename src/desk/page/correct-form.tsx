import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#desk/page/calls.ts'
import { VerdictForm } from '#desk/page/verdict-form.tsx'
import { nameOf, type Check, type ReviewItem } from '#desk/review-item.ts'

const CHECK_DELAY_MS = 500

const focus = (element: HTMLElement | null) => element?.focus()

/** Edits a post as Markdown. Checks the text as the reviewer types, and shows the diff before it is published. */
export function CorrectForm({ item, ...events }: { item: ReviewItem; onClose: () => void; onLeave: () => void }) {
  const [file, setFile] = useState(item.file)
  const [checkedFile, setCheckedFile] = useState(item.file)
  const [anyway, setAnyway] = useState(false)
  const name = nameOf(item.place)
  const { data, error } = useQuery({
    queryKey: ['check', name, checkedFile],
    queryFn: () => call<Check>('/check', { name, file: checkedFile }),
  })
  useEffect(() => {
    const timer = setTimeout(() => setCheckedFile(file), CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [file])
  const result = file === checkedFile ? data : undefined
  const { findings, changes } = result?.state === 'checked' ? result : { findings: [], changes: [] }
  const isBlocked = findings.some(({ severity }) => severity === 'block')
  const state =
    result === undefined ? 'Checking …' : result.state === 'refused' ? result.sentence : 'The text was checked.'
  const isDisabled = result?.state !== 'checked' || (isBlocked && !anyway)
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
