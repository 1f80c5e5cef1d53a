import { useEffect, useState, type ComponentType } from 'react'
import { loadPart } from '#site/load-part.ts'
import { Glass } from '#site/components/icons.tsx'

/** The button of the search, and its keys: `/` while nothing has the focus, Ctrl+K or Cmd+K anywhere. The overlay is loaded when it is opened. */
export function SearchButton() {
  const [Overlay, setOverlay] = useState<ComponentType<{ close: () => void }> | null>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      if (!isSearchKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', openByKey)
    return () => removeEventListener('keydown', openByKey)
  }, [])

  useEffect(() => {
    if (!open || Overlay) return
    loadPart(() => import('#site/search/overlay.tsx')).then(
      (module) => setOverlay(() => module.SearchOverlay),
      (error: unknown) => {
        console.error(error)
        setOpen(false)
      },
    )
  }, [open, Overlay])

  return (
    <>
      <button
        className="search-btn"
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
      >
        <Glass />
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {open && Overlay && <Overlay close={() => setOpen(false)} />}
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
