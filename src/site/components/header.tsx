import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { categoryHref, hyphenatedCategoryHref, matchRoute, type Route } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { Link, usePathname } from '#site/router.tsx'
import { SearchButton } from '#site/search/search-button.tsx'
import { Icon } from '#site/components/icons.tsx'
import { Logo } from '#site/components/logo.tsx'

/** The frame's head: logo, navigation, and the button that opens it on small screens. */
export function Header() {
  const { strapline } = useConfig().site
  const pathname = usePathname()
  const route = matchRoute(pathname)
  // Whoever leaves the page and comes back finds the navigation closed.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  if (openAt !== null && !open) setOpenAt(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [open])

  return (
    <header
      className="site-header"
      // The open navigation lies over the page, and must not hide what the focus goes to.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenAt(null)
      }}
    >
      <div className="wrap masthead">
        <div>
          <button
            ref={button}
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
          <Places route={route} close={() => setOpenAt(null)} />
        </div>
      </nav>
      {route.screen === 'article' && <div className="progress" aria-hidden="true" />}
    </header>
  )
}

function Places({ route, close }: { route: Route; close: () => void }) {
  const { data } = useQuery(useQueries().categories)
  const hrefOf = data?.origin === 'samples' ? hyphenatedCategoryHref : categoryHref
  const here = 'category' in route ? categorySlug(route.category) : null
  return (
    <ul className="list">
      <Place href="/" label="Home" current={route.screen === 'home' && 'page'} close={close} />
      {data
        ? data.names.map((name) => (
            <Place
              key={name}
              href={hrefOf(name)}
              label={categoryLabel(name)}
              current={categorySlug(name) === here && (route.screen === 'category' ? 'page' : 'true')}
              close={close}
            />
          ))
        : [1, 2, 3, 4].map((number) => (
            <li key={number} aria-hidden="true">
              <div className="skel nav-bar-skel" data-testid="nav-placeholder" />
            </li>
          ))}
      <Place href="/about" label="About" current={route.screen === 'about' && 'page'} close={close} />
    </ul>
  )
}

function Place(props: { href: string; label: string; current: 'page' | 'true' | false; close: () => void }) {
  return (
    <li>
      <Link href={props.href} aria-current={props.current || undefined} onClick={props.close}>
        {props.label}
      </Link>
    </li>
  )
}
