import { useCallback, useEffect, useState } from 'react'
import { SearchOverlay } from '#site/lazy.tsx'
import { Glass } from '#site/components/icons.tsx'

/** The button of the search, and its keys: `/` while nothing has the focus, Ctrl+K or Cmd+K anywhere. The overlay is loaded when it is opened. */
export function SearchButton() {
  const [open, setOpen] = useState(false)

  const openOverlay = useCallback(() => {
    SearchOverlay.preload().then(() => setOpen(true), console.error)
  }, [])

  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      if (!isSearchKey(event)) return
      event.preventDefault()
      openOverlay()
    }
    addEventListener('keydown', openByKey)
    return () => removeEventListener('keydown', openByKey)
  }, [openOverlay])

  return (
    <>
      <button
        className="search-btn"
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={openOverlay}
      >
        <Glass />
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {open && <SearchOverlay close={() => setOpen(false)} />}
    </>
  )
}

// A single character is a shortcut only while no control has the focus (WCAG 2.1.4).
function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches('main, h1')
}
