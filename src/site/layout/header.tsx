import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { categoryLabel, categorySlug, categoryTone } from '#blog/category.ts'
import { categoryHref, hyphenatedCategoryHref, matchRoute, type Route } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { loadLater, RowArrows } from '#site/lazy.tsx'
import { Link, usePathname } from '#site/router.tsx'
import { SearchButton } from '#site/search/search-button.tsx'
import { Glyph, Icon } from '#site/components/icons.tsx'
import { Logo } from '#site/layout/logo.tsx'

/** The frame's head: logo, navigation, and the button that opens it on small screens. */
export function Header() {
  const { strapline } = useConfig().site
  const pathname = usePathname()
  const route = matchRoute(pathname)
  // Whoever leaves the page and comes back finds the navigation closed.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  if (openAt !== null && !open) setOpenAt(null)
  const header = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)

  useEffect(() => {
    if (!open) return
    const closing = new AbortController()
    const { signal } = closing
    loadLater().then(
      ({ holdMenu }) => holdMenu({ header: header.current, close: () => setOpenAt(null), signal }),
      console.error,
    )
    return () => closing.abort()
  }, [open])

  return (
    <header className="site-header" ref={header}>
      <div className="wrap masthead">
        <div>
          <button
            className="icon-btn menu-btn"
            type="button"
            aria-expanded={open}
            aria-controls="site-nav"
            aria-label="Menu"
            onClick={() => setOpenAt(open ? null : pathname)}
          >
            <Icon name="menu" className="i-menu" />
            <Icon name="close" className="i-close" />
          </button>
          <p className="strapline">{strapline}</p>
        </div>
        <Logo />
        <div>
          <SearchButton />
        </div>
      </div>
      <nav className={open ? 'site-nav open' : 'site-nav'} id="site-nav" aria-label="Main">
        <div className="wrap">
          <Places route={route} open={open} row={row} close={() => setOpenAt(null)} />
          <RowArrows row={row} />
        </div>
      </nav>
      {route.screen === 'article' && <div className="progress" aria-hidden="true" />}
    </header>
  )
}

function Places(props: { route: Route; open: boolean; row: RefObject<HTMLUListElement | null>; close: () => void }) {
  const { route, open, row, close } = props
  const { apiHost } = useConfig()
  const { data } = useQuery(useQueries().categories)
  const hrefOf = data?.origin === 'samples' ? hyphenatedCategoryHref : categoryHref
  const here = 'category' in route ? categorySlug(route.category) : null
  return (
    <ul className="list" ref={row}>
      <Place href="/" label="Home" current={route.screen === 'home' && 'page'} close={close} />
      {data
        ? data.names.map((name) => (
            <Place
              key={name}
              href={hrefOf(name)}
              label={categoryLabel(name)}
              current={categorySlug(name) === here && (route.screen === 'category' ? 'page' : 'true')}
              // Its glyph comes with the menu, and with no page.
              category={open && name}
              close={close}
            />
          ))
        : [1, 2, 3, 4].map((number) => (
            <li key={number} aria-hidden="true">
              <div className="skel nav-bar-skel" data-testid="nav-placeholder" />
            </li>
          ))}
      <Place href="/about" label="About" current={route.screen === 'about' && 'page'} close={close} />
      {open && apiHost === '' && (
        <Place
          className="apart"
          href="/corrections"
          label="Corrections"
          current={route.screen === 'corrections' && 'page'}
          close={close}
        />
      )}
    </ul>
  )
}

function Place(props: {
  href: string
  label: string
  current: 'page' | 'true' | false
  close: () => void
  className?: string
  category?: string | false
}) {
  const { href, label, current, close, className, category } = props
  return (
    <li className={className}>
      <Link
        href={href}
        aria-current={current || undefined}
        data-cat={category ? categoryTone(category) : undefined}
        onClick={close}
      >
        {category && <Glyph category={category} />}
        {label}
      </Link>
    </li>
  )
}
