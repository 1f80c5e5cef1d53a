import { useEffect, useState } from 'react'
import { Glass } from '#site/components/icons.tsx'
import { Link } from '#site/router.tsx'
import { SearchOverlay } from '#site/search/overlay.tsx'
import { isSearchKey } from '#site/search/search-key.ts'

/**
 * The link to the page of results, which has a field. Once the page is alive it opens the search over the page instead, as its
 * keys do: `/` anywhere but in fields, Ctrl+K or Cmd+K anywhere.
 */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  function show(event: { preventDefault(): void }): void {
    event.preventDefault()
    setOpen(true)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => isSearchKey(event) && show(event)
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
        onClick={show}
      >
        <Glass />
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </Link>
      {open && <SearchOverlay close={() => setOpen(false)} />}
    </>
  )
}
