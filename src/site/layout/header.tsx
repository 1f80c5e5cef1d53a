import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, type ToggleEvent } from 'react'
import { categoryLabel, categorySlug, categoryTone } from '#blog/category.ts'
import { categoryHref, hyphenatedCategoryHref, type Route } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { hasNavigated, Link } from '#site/router.tsx'
import { SearchButton } from '#site/search/search-button.tsx'
import { Glyph, Icon } from '#site/components/icons.tsx'
import { Logo } from '#site/layout/logo.tsx'

/** The header with logo, search and navigation. On small screens, the navigation is a popover with a menu button. */
export function Header({ route }: { route: Route }) {
  const { strapline } = useConfig().site

  // The listeners are never removed, because every page has the header.
  useEffect(() => {
    // At this breakpoint and above, the navigation is a row instead of a popover.
    matchMedia('(min-width: 48rem)').addEventListener('change', closeMenu)
    addEventListener('popstate', closeMenu)
  }, [])

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
        <SearchButton />
      </div>
      <nav className="site-nav" id="site-nav" aria-label="Main" popover="auto" onToggle={holdPage}>
        <div className="wrap">
          <NavList route={route} />
        </div>
      </nav>
      {route.screen === 'article' && <div className="progress" aria-hidden="true" />}
    </header>
  )
}

function closeMenu(): void {
  document.getElementById('site-nav')?.hidePopover?.()
}

// While the menu is open, prevents readers from focusing and scrolling the page behind it.
function holdPage({ newState }: ToggleEvent<HTMLElement>): void {
  const isOpen = newState === 'open'
  for (const behind of document.querySelectorAll<HTMLElement>('main, .site-footer')) behind.inert = isOpen
  // Use a class, because `html:has(…)` would restyle the whole page whenever an element is added.
  document.documentElement.classList.toggle('menu-open', isOpen)
  // A click outside closes the menu without returning the focus, so return it here.
  if (!isOpen && document.activeElement === document.body)
    document.querySelector<HTMLElement>('.menu-btn')?.focus({ preventScroll: true })
}

function NavList({ route }: { route: Route }) {
  const { apiHost } = useConfig()
  const { data } = useQuery(useQueries().categories)
  const hrefOf = data?.origin === 'samples' ? hyphenatedCategoryHref : categoryHref
  const current = 'category' in route ? categorySlug(route.category) : null
  return (
    <ul className="list">
      <NavItem href="/" label="Home" current={route.screen === 'home' && 'page'} />
      {data
        ? data.names.map((name) => (
            <NavItem
              key={name}
              href={hrefOf(name)}
              label={categoryLabel(name)}
              current={categorySlug(name) === current && (route.screen === 'category' ? 'page' : 'true')}
              category={name}
            />
          ))
        : [1, 2, 3, 4].map((number) => (
            <li key={number} aria-hidden="true">
              <div className="skel nav-bar-skel" data-testid="nav-placeholder" />
            </li>
          ))}
      <NavItem href="/about" label="About" current={route.screen === 'about' && 'page'} />
      {apiHost === '' && (
        <NavItem
          className="apart"
          href="/corrections"
          label="Corrections"
          current={route.screen === 'corrections' && 'page'}
        />
      )}
    </ul>
  )
}

const NavItem = memo(function NavItem(props: {
  href: string
  label: string
  current: 'page' | 'true' | false
  className?: string
  category?: string
}) {
  const { href, label, current, className, category } = props
  const item = useRef<HTMLLIElement>(null)
  // Scrolls the current entry into view if the row is wider than the viewport. Browsers with `scroll-initial-target`
  // have already done so on load, and the reader may have scrolled the row since then, so skip this step.
  useEffect(() => {
    if (!current || (!hasNavigated() && CSS.supports('scroll-initial-target: nearest'))) return
    item.current?.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <li className={className} ref={item}>
      <Link
        href={href}
        aria-current={current || undefined}
        data-cat={category && categoryTone(category)}
        onClick={closeMenu}
      >
        {category && <Glyph category={category} />}
        {label}
      </Link>
    </li>
  )
})
