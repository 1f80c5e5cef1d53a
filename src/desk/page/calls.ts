import { useEffect } from 'react'
import type { OversightLog } from '#desk/log.ts'
import type { Check, Gone, ListedPost, PostId, ReviewItem } from '#desk/review-item.ts'
import type { DeskState, Given, Waiting } from '#desk/server.ts'

/** A post, with the file for editing it. */
export type Item = ReviewItem & { file: string }

type List = { posts: ListedPost[]; unreadable: string[]; summary: OversightLog['summary'] }

export const readList = () => call<List>('/list')
export const readState = () => call<DeskState>('/state')
export const readItem = (place: PostId) => call<Item | Gone>(`/post?${new URLSearchParams(place)}`)
export const check = (place: PostId, file: string) => call<Check>('/check', { place, file })
export const give = (given: Given) => call<Waiting>('/verdict', given)
export const undo = (ticket: string) => call<{ undone: boolean }>('/undo', { ticket })

// A call with a body is a change, and needs the token. Rejects with the sentence of the desk.
async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="desk-token"]')?.content ?? ''
  const headers = { 'content-type': 'application/json', 'x-desk-token': token }
  const response = await fetch(path, body && { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  if (response === null) throw new Error('The desk does not answer. Start it again with npm run review.')
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.sentence)
  return answer
}

/** Handles single keys, but not in a field or a dialog, and not together with Ctrl, Alt or Meta. */
export function useKeys(actions: Record<string, () => void>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, dialog') !== null
      const action = isTyping || event.ctrlKey || event.altKey || event.metaKey ? undefined : actions[event.key]
      if (action !== undefined) event.preventDefault()
      action?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
