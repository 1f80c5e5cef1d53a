import type { OversightLog } from '#desk/log.ts'
import type { Check, Gone, ListedPost, PostId, ReviewItem } from '#desk/review-item.ts'
import type { DeskState, Waiting } from '#desk/server.ts'

export type { DeskState, Waiting } from '#desk/server.ts'
export type { ListedPost, PostId, ShownSentence } from '#desk/review-item.ts'

/** The answer for the list: its posts, and the summary of 30 days. */
export type List = { posts: ListedPost[]; unreadable: string[]; summary: OversightLog['summary'] }

/** A post, with the file for editing it. */
export type Item = ReviewItem & { file: string }

/** The words and the kind of a verdict. `file` is the edited text. */
export type Given = {
  kind: Waiting['kind']
  place: PostId
  baseVersion: number
  by: string
  note: string
  file?: string
  anyway?: boolean
}

export const readList = () => call<List>('/list')
export const readState = () => call<DeskState>('/state')
export const readItem = (place: PostId) => call<Item | Gone>(`/post?${new URLSearchParams(place)}`)
export const check = (place: PostId, file: string) => call<Check>('/check', { place, file })
export const give = (given: Given) => call<Waiting>('/verdict', given)
export const undo = (ticket: string) => call<{ undone: boolean }>('/undo', { ticket })

const token = document.querySelector<HTMLMetaElement>('meta[name="desk-token"]')?.content ?? ''

// A call with a body is a change, and needs the token. Rejects with the sentence of the desk.
async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const change = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-desk-token': token },
    body: JSON.stringify(body),
  }
  const response = await fetch(path, body && change).catch(() => null)
  if (response === null) throw new Error('The desk does not answer. Start it again with npm run review.')
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.sentence)
  return answer
}
