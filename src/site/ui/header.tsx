import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { categoryLabel, categorySlug } from '#blog/category.ts'
import { categoryHref, hyphenatedCategoryHref } from '#blog/routes.ts'
import { useConfig } from '#site/config.tsx'
import { useQueries } from '#site/data/context.tsx'
import type { Categories } from '#site/data/model.ts'
import { Link, usePathname } from '#site/router.tsx'
import { matchRoute, type Route } from '#site/routes.ts'
import { SearchButton } from '#site/search/search-button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Logo } from '#site/ui/logo.tsx'

// The same on every page, so that no press renders them anew.
const LOGO = <Logo />
const SEARCH = <SearchButton />

/** The frame's head: logo, navigation, and the button that opens it on small screens. */
export function Header() {
  // Where one is, is said in the second frame: a press is answered by the page first.
  return <Masthead pathname={useDeferredValue(usePathname())} />
}

const Masthead = memo(function Masthead({ pathname }: { pathname: string }) {
  const { strapline } = useConfig().site
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  // Whoever leaves the page and comes back finds the navigation closed.
  if (openAt !== null && !open) setOpenAt(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpenAt(null), [])

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
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
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
        {LOGO}
        <div>{SEARCH}</div>
      </div>
      <nav className={open ? 'site-nav open' : 'site-nav'} id="site-nav" aria-label="Main">
        <div className="wrap">
          <Places pathname={pathname} close={close} />
        </div>
      </nav>
      {matchRoute(pathname).screen === 'article' && <div className="progress" aria-hidden="true" />}
    </header>
  )
})

const Places = memo(function Places({ pathname, close }: { pathname: string; close: () => void }) {
  const { data } = useQuery(useQueries().categories)
  const route = matchRoute(pathname)
  return (
    <ul className="list">
      <NavigationLink href="/" label="Home" current={route.screen === 'home' ? 'page' : undefined} close={close} />
      {data ? <CategoryLinks categories={data} route={route} close={close} /> : <Placeholders />}
      <NavigationLink
        href="/about"
        label="About"
        current={route.screen === 'about' ? 'page' : undefined}
        close={close}
      />
    </ul>
  )
})

function CategoryLinks({ categories, route, close }: { categories: Categories; route: Route; close: () => void }) {
  return categories.names.map((name) => {
    const here = 'category' in route && categorySlug(route.category) === categorySlug(name)
    return (
      <NavigationLink
        key={name}
        href={categories.origin === 'samples' ? hyphenatedCategoryHref(name) : categoryHref(name)}
        label={categoryLabel(name)}
        current={here ? (route.screen === 'category' ? 'page' : 'true') : undefined}
        close={close}
      />
    )
  })
}

function Placeholders() {
  return [1, 2, 3, 4].map((number) => (
    <li key={number} aria-hidden="true">
      <div className="skel nav-bar-skel" data-testid="nav-placeholder" />
    </li>
  ))
}

function NavigationLink(props: {
  href: string
  label: string
  current: 'page' | 'true' | undefined
  close: () => void
}) {
  return (
    <li>
      <Link href={props.href} aria-current={props.current} onClick={props.close}>
        {props.label}
      </Link>
    </li>
  )
}
