import { memo, useEffect, useState } from 'react'
import { Icon } from '#site/components/icons.tsx'
import { Link } from '#site/router.tsx'
import { SearchOverlay } from '#site/search/overlay.tsx'

/** A link to the search page. After hydration, it and its keyboard shortcuts open the search overlay instead. */
export const SearchButton = memo(function SearchButton() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (!isSearchKey(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Link
        className="search-btn"
        href="/search"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <Icon name="search" />
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </Link>
      {isOpen && <SearchOverlay close={() => setIsOpen(false)} />}
    </>
  )
})

// True for Ctrl+K or Cmd+K anywhere, and for `/` outside form fields.
function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false
  return !document.activeElement?.matches('input, textarea, select, [contenteditable]')
}
