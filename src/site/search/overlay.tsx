import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { categoryLabel } from '#blog/category.ts'
import type { Found } from '#blog/client.ts'
import { shortDate } from '#blog/date.ts'
import { categoryHref, postHref, searchHref } from '#blog/routes.ts'
import { afterNextFrame } from '#site/next-frame.ts'
import { useQueries } from '#site/context.tsx'
import type { CardPost } from '#site/queries/model.ts'
import { goTo } from '#site/router.tsx'
import { savedPosts, type SavedPost } from '#site/saved-posts.ts'
import { countedArticles, literal } from '#site/search/wording.ts'
import { Marked } from '#site/search/marked.tsx'
import { Chip } from '#site/components/chip.tsx'
import { Cover } from '#site/components/cover.tsx'
import { Glass, Icon } from '#site/components/icons.tsx'

// How long the reader's fingers have to rest before a question is asked, in milliseconds.
const REST = 120

// What a glance takes in; the page of results has more.
const MOST = 8

const MOST_TAGS = 3

// Before anything is typed, what was saved last and the newest posts.
const SAVED = 5
const NEWEST = 5

/** The search: a field and its results in a dialog. Arrows choose, Enter opens, Escape closes. */
export function SearchOverlay({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const words = useRested(text.trim())
  const found = useResults(words)
  // False in the first frame: the field alone answers the press at once, and the list follows while the dialog fades in.
  const isListed = useDeferredValue(true, false)
  const { total, meant, asked } = found
  const groups = groupsOf(found)
  const results = groups?.flatMap((group) => group.results)
  const [chosen, setChosen] = useState(0)
  const current = results ? Math.min(chosen, Math.max(0, results.length - 1)) : 0

  useLayoutEffect(() => {
    const before = document.activeElement
    const { pathname } = location
    // Browsers from before 2024 know no popovers; there it lies over the page all the same.
    dialog.current?.showPopover?.()
    dialog.current?.querySelector('input')?.focus()
    afterNextFrame(() => holdPage(true))
    return () => {
      afterNextFrame(() => {
        holdPage(false)
        // Opened again meanwhile, the field has the focus; another page gives it to its heading.
        if (location.pathname === pathname && before instanceof HTMLElement && document.activeElement === document.body)
          before.focus({ preventScroll: true })
      })
    }
  }, [])

  function open(href: string) {
    close()
    goTo(href)
  }

  function steer(event: KeyboardEvent) {
    // In a search field Escape empties the field first; here it closes.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      close()
    }
    if (!results || results.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((current + step + results.length) % results.length)
    }
    const result = results[current]
    // The Enter that ends a composition (Japanese, Chinese, Korean) chooses its characters.
    if (event.key !== 'Enter' || !result || event.nativeEvent.isComposing) return
    // Or it would press the button that has the focus again when the dialog is closed.
    event.preventDefault()
    open(result.href)
  }

  return createPortal(
    <div
      ref={dialog}
      className="search"
      role="dialog"
      aria-modal="true"
      aria-label="Search articles"
      // A press beside it, Escape and a phone's way back close it.
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && close()}
    >
      <div className="search-field">
        <Glass />
        <input
          type="search"
          role="combobox"
          placeholder="Search articles"
          aria-label="Search articles"
          aria-autocomplete="list"
          aria-expanded={results !== undefined && results.length > 0}
          aria-controls="search-results"
          aria-activedescendant={results?.[current] ? `search-result-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={steer}
        />
        <button className="esc" type="button" aria-label="Esc: close search" onClick={close}>
          <kbd aria-hidden="true">Esc</kbd>
          <Icon name="close" className="i-close" />
        </button>
      </div>
      {meant?.isShown && (
        <p className="search-meant">
          Did you mean <b>{meant.words}</b>? Nothing matches “{asked}” as typed.
        </p>
      )}
      <div className="results" id="search-results" role="listbox" aria-label="Results" hidden={results?.length === 0}>
        {isListed &&
          groups?.map((group) => (
            <div key={group.name} role="group" aria-label={group.name}>
              {group.isHeaded && <p className="result-head">{group.name}</p>}
              {group.results.map((result) => {
                const index = results?.indexOf(result) ?? 0
                return (
                  <Result
                    key={result.href}
                    id={`search-result-${index}`}
                    selected={index === current}
                    open={() => open(result.href)}
                  >
                    {result.content}
                  </Result>
                )
              })}
            </div>
          ))}
      </div>
      {results?.length === 0 && <p className="search-none">No articles match “{asked}”.</p>}
      <p className="vh" role="status">
        {asked === '' || !results
          ? ''
          : `${countedArticles(total)} found${meant?.isShown ? ` for ${meant.words}` : ''}`}
      </p>
      <p className="search-foot">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> to choose
        </span>
        <span>
          <kbd>Enter</kbd> to open
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </p>
    </div>,
    document.body,
  )
}

// Not `showModal()`, which has the whole page restyled before it shows anything: that can wait for the frame which answers
// the press.
function holdPage(isHeld: boolean): void {
  document.getElementById('root')?.toggleAttribute('inert', isHeld)
}

// What can be chosen, in groups: the category of that name first, as Enter opens it; undefined until the first answer.
function groupsOf({ posts, saved, total, meant, category, tags, asked }: Results) {
  if (posts === undefined) return undefined
  const all = `All ${total > 1 ? `${total} ` : ''}results for “${asked}”`
  const groups = [
    {
      name: 'Categories',
      isHeaded: true,
      results:
        category === undefined ? [] : [{ href: categoryHref(category), content: <CategoryResult name={category} /> }],
    },
    {
      name: 'Saved',
      isHeaded: true,
      results: saved.map((post) => ({ href: postHref(post), content: <SavedResult post={post} /> })),
    },
    {
      name: asked === '' ? 'Newest articles' : 'Articles',
      isHeaded: true,
      results: posts.map((post) => ({ href: postHref(post), content: <PostResult post={post} /> })),
    },
    {
      name: 'Tags',
      isHeaded: true,
      results: tags.map((tag) => ({ href: searchHref(tag.name), content: <TagResult tag={tag} /> })),
    },
    {
      name: 'More',
      isHeaded: false,
      results: [
        ...(meant && !meant.isShown
          ? [{ href: searchHref(meant.words), content: <b>Did you mean “{meant.words}”?</b> }]
          : []),
        ...(asked === '' || posts.length === 0 ? [] : [{ href: searchHref(asked), content: <b>{all}</b> }]),
        ...(meant?.isShown ? [{ href: searchHref(literal(asked)), content: <b>Only “{asked}”</b> }] : []),
      ],
    },
  ]
  return groups.filter((group) => group.results.length > 0)
}

function Result(props: { id: string; selected: boolean; open: () => void; children: ReactNode }) {
  const { id, selected, open, children } = props
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) option.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // It needs no keys of its own: the focus never leaves the field, whose keys are the list's.
    <div ref={option} className="result" role="option" tabIndex={-1} id={id} aria-selected={selected} onClick={open}>
      {children}
    </div>
  )
}

function PostResult({ post }: { post: CardPost }) {
  const date = shortDate(post.date)
  return (
    <>
      <Cover post={post} sizes="64px" />
      <div>
        <b>
          <Marked text={post.title} marks={post.marks ?? []} />
        </b>
        {post.snippet && (
          <p>
            <Marked {...post.snippet} />
          </p>
        )}
        <span className="meta">
          <Chip category={post.category} />
          {date && <time dateTime={post.date ?? undefined}>{date}</time>}
        </span>
      </div>
    </>
  )
}

function SavedResult({ post: { title, date } }: { post: SavedPost }) {
  return (
    <span className="slim">
      <b>{title}</b>
      <span className="meta">{shortDate(date)}</span>
    </span>
  )
}

function TagResult({ tag: { name, posts, marks } }: { tag: Found['tags'][number] }) {
  return (
    <span className="slim">
      <b>
        <Marked text={name} marks={marks} />
      </b>
      <span className="meta">{countedArticles(posts)}</span>
    </span>
  )
}

function CategoryResult({ name }: { name: string }) {
  return (
    <span className="slim">
      <Chip category={name} />
      <span className="meta">All articles</span>
    </span>
  )
}

// The posts to show (undefined until the first answer), what was saved, a category and tags of that name, and the words they were found by.
type Results = Pick<Found, 'total' | 'meant' | 'tags'> & {
  posts: CardPost[] | undefined
  saved: SavedPost[]
  category?: string
  asked: string
}

function useResults(words: string): Results {
  const queries = useQueries()
  const newest = useQuery(queries.allPosts)
  const categories = useQuery(queries.categories)
  const found = useQuery({ ...queries.search(words, MOST), placeholderData: keepPreviousData })
  const [saved] = useState(() => savedPosts().slice(0, SAVED))
  if (words === '' || !found.data)
    return { posts: newest.data?.posts.slice(0, NEWEST), saved, total: 0, meant: null, tags: [], asked: '' }
  const { words: asked, categories: named, ...rest } = found.data
  // From the second letter on: one begins the name of some category or other.
  const category =
    asked.length > 1 ? (named[0]?.name ?? categories.data?.names.find((name) => isNamed(name, asked))) : undefined
  // A tag is no more than its own results.
  const tags = rest.tags.filter(({ name }) => name.toLowerCase() !== asked.toLowerCase()).slice(0, MOST_TAGS)
  return { ...rest, saved: [], tags, asked, category }
}

// A backend without a search names none.
function isNamed(category: string, words: string): boolean {
  return ` ${categoryLabel(category).toLowerCase()}`.includes(` ${words.toLowerCase()}`)
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
