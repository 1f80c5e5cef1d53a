import { useEffect } from 'react'

/** Calls the desk's server. A call with a body is a change and sends the token. Rejects with the server's sentence. */
export async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="desk-token"]')?.content ?? ''
  const headers = { 'content-type': 'application/json', 'x-desk-token': token }
  const response = await fetch(path, body && { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  if (response === null) throw new Error('The desk does not respond. Start it again with npm run review.')
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.sentence)
  return answer
}

/** Handles single keys, except in fields and dialogs and with Ctrl, Alt or Meta. */
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
