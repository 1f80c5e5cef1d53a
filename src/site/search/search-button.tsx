import { useState } from 'react'
import { SearchOverlay } from '#site/lazy.tsx'
import { Glass } from '#site/components/icons.tsx'

/**
 * The button of the search, which its keys press (`boot.ts`): `/` anywhere but in fields, Ctrl+K or Cmd+K anywhere. The
 * overlay is loaded when it is opened.
 */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        className="search-btn"
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={() => SearchOverlay.preload().then(() => setOpen(true), console.error)}
      >
        <Glass />
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {open && <SearchOverlay close={() => setOpen(false)} />}
    </>
  )
}
