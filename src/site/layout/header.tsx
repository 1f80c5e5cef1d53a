import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject, type ToggleEvent } from 'react'
import { categoryLabel, categorySlug, categoryTone } from '#blog/category.ts'
import { categoryHref, hyphenatedCategoryHref, matchRoute, type Route } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { RowArrows } from '#site/layout/row-arrows.tsx'
import { Link, usePathname } from '#site/router.tsx'
import { SearchButton } from '#site/search/search-button.tsx'
import { Glyph, Icon } from '#site/components/icons.tsx'
import { Logo } from '#site/layout/logo.tsx'

/** The frame's head: logo, navigation, and the button that opens it on small screens, where it is a popover. */
export function Header() {
  const { strapline } = useConfig().site
  const pathname = usePathname()
  const route = matchRoute(pathname)
  const nav = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const close = () => nav.current?.hidePopover?.()

  useEffect(() => {
    // It is a row there.
    const wide = matchMedia('(min-width: 48rem)')
    wide.addEventListener('change', close)
    return () => {
      wide.removeEventListener('change', close)
      close()
    }
  }, [pathname])

  return (
    <header className="site-header">
      <div className="wrap masthead">
        <div>
          <button className="icon-btn menu-btn" type="button" popoverTarget="site-nav" aria-label="Menu">
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
      <nav className="site-nav" id="site-nav" aria-label="Main" popover="auto" ref={nav} onToggle={holdPage}>
        <div className="wrap">
          <Places route={route} row={row} close={close} />
          <RowArrows row={row} />
        </div>
      </nav>
      {route.screen === 'article' && <div className="progress" aria-hidden="true" />}
    </header>
  )
}

// Nothing behind the open menu can be reached or scrolled.
function holdPage({ newState }: ToggleEvent<HTMLElement>): void {
  const isOpen = newState === 'open'
  for (const behind of document.querySelectorAll<HTMLElement>('main, .site-footer')) behind.inert = isOpen
  // A class, because `html:has(…)` would restyle the whole page whenever an element is added to it.
  document.documentElement.classList.toggle('menu-open', isOpen)
}

function Places(props: { route: Route; row: RefObject<HTMLUListElement | null>; close: () => void }) {
  const { route, row, close } = props
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
              category={name}
              close={close}
            />
          ))
        : [1, 2, 3, 4].map((number) => (
            <li key={number} aria-hidden="true">
              <div className="skel nav-bar-skel" data-testid="nav-placeholder" />
            </li>
          ))}
      <Place href="/about" label="About" current={route.screen === 'about' && 'page'} close={close} />
      {apiHost === '' && (
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
  category?: string
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
