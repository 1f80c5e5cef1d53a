import { useCallback, useEffect, useState } from 'react'
import { SearchOverlay } from '#site/lazy.tsx'
import { isSearchKey } from '#site/search/search-key.ts'
import { Glass } from '#site/components/icons.tsx'

/** The button of the search, and its keys: `/` anywhere but in fields, Ctrl+K or Cmd+K anywhere. The overlay is loaded when it is opened. */
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
