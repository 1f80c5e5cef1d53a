import { useEffect } from 'react'
import type { PostId } from '#desk/page/calls.ts'

/** Opens a post, or the list. */
export function goTo(place: PostId | null): void {
  location.hash = place === null ? '' : `${encodeURIComponent(place.category)}/${encodeURIComponent(place.id)}`
}

/** Handles single keys, but not in a field or a dialog, and not together with Ctrl, Alt or Meta. */
export function useKeys(handle: (key: string, event: KeyboardEvent) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
      if (!isTyping && !event.ctrlKey && !event.altKey && !event.metaKey) handle(event.key, event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
