import { useEffect } from 'react'

/** Calls the desk server. If the call fails, rejects with the server's error message. */
export async function call<Answer>(path: string, body: object = {}): Promise<Answer> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="desk-token"]')?.content ?? ''
  const headers = { 'content-type': 'application/json', 'x-desk-token': token }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  if (response === null) throw new Error('The desk is not responding. Restart it with npm run review.')
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.sentence)
  return answer
}

/** Handles single-key shortcuts, except while the reviewer types, in dialogs, or with Ctrl, Alt or Meta. */
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
