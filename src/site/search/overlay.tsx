import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { categoryLabel } from '#blog/category.ts'
import { shortDate } from '#blog/date.ts'
import { categoryHref, postHref, searchHref } from '#blog/routes.ts'
import { useQueries } from '#site/context.tsx'
import type { CardPost, SearchResults } from '#site/queries/model.ts'
import { goTo } from '#site/router.tsx'
import { savedPosts } from '#site/saved-posts.ts'
import { countArticles, literal } from '#site/wording.ts'
import { Marked } from '#site/search/marked.tsx'
import { PostDate } from '#site/components/cards.tsx'
import { Cover } from '#site/components/cover.tsx'
import { Chip, Icon } from '#site/components/icons.tsx'

const SEARCH_DEBOUNCE_MS = 120
const MAX_POSTS = 8
const MAX_TAGS = 3
// Limits for the results that are shown before the reader types.
const MAX_SAVED = 5
const MAX_NEWEST = 5
// The group with this name is shown without a heading.
const MORE = 'More'

type Result = { href: string; content: ReactNode }
type ResultGroup = { name: string; results: Result[] }

/** The search dialog. Arrow keys select a result, Enter opens it, and Escape closes the dialog. */
export function SearchOverlay({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const { groups, status, suggestion, noMatch } = useResults(useDebounced(text.trim()))
  const results = groups?.flatMap((group) => group.results) ?? []
  const [chosen, setChosen] = useState(0)
  const current = Math.min(chosen, Math.max(0, results.length - 1))
  const currentHref = results[current]?.href

  // The focus stays in the field, so the browser does not scroll to the selected result by itself.
  useEffect(() => {
    if (currentHref) dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [currentHref])

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing the dialog returns the focus to the element that had it before.
    return () => element?.close()
  }, [])

  useEffect(() => {
    const element = dialog.current
    // The target of a click outside is the dialog itself, because the backdrop is part of it.
    const click = ({ target }: MouseEvent) => target === element && close()
    element?.addEventListener('click', click)
    return () => element?.removeEventListener('click', click)
  }, [close])

  function open(href: string) {
    close()
    goTo(href)
  }

  function pressKey(event: KeyboardEvent) {
    // During a composition (Japanese, Chinese, Korean), the input method handles Enter and Escape.
    const { isComposing } = event.nativeEvent
    // By default, the browser would only clear the field on the first Escape.
    if (event.key === 'Escape' && !isComposing) {
      event.preventDefault()
      close()
    }
    const result = results[current]
    if (!result) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((current + step + results.length) % results.length)
    } else if (event.key === 'Enter' && !isComposing) {
      // Otherwise, Enter would also activate the link that regains the focus.
      event.preventDefault()
      open(result.href)
    }
  }

  return createPortal(
    <dialog
      ref={dialog}
      className="search"
      aria-label="Search articles"
      // A phone's Back button triggers this event.
      onCancel={close}
    >
      <div className="search-field">
        <Icon name="search" />
        <input
          type="search"
          role="combobox"
          placeholder="Search articles"
          aria-label="Search articles"
          aria-autocomplete="list"
          aria-expanded={results.length > 0}
          aria-controls="search-results"
          aria-activedescendant={results[current] && `search-result-${current}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={pressKey}
        />
        <button className="esc" type="button" aria-label="Esc: close search" onClick={close}>
          <kbd aria-hidden="true">Esc</kbd>
          <Icon name="close" />
        </button>
      </div>
      {suggestion && <p className="search-meant">{suggestion}</p>}
      <div
        className="results"
        id="search-results"
        role="listbox"
        aria-label="Results"
        hidden={groups !== undefined && results.length === 0}
      >
        {groups?.map(({ name, results: own }) => (
          <div key={name} role="group" aria-label={name}>
            {name !== MORE && <p className="result-head">{name}</p>}
            {own.map((result) => {
              const index = results.indexOf(result)
              return (
                <div
                  key={result.href}
                  className="result"
                  role="option"
                  tabIndex={-1}
                  id={`search-result-${index}`}
                  aria-selected={index === current}
                  onClick={() => open(result.href)}
                >
                  {result.content}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {noMatch && results.length === 0 && <p className="search-none">{noMatch}</p>}
      <p className="vh" role="status">
        {status}
      </p>
      <p className="search-foot wraps">
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
    </dialog>,
    document.body,
  )
}

type ResultView = { groups?: ResultGroup[]; status?: string; suggestion?: ReactNode; noMatch?: string }

// `groups` is undefined until the first response arrives.
function useResults(words: string): ResultView {
  const queries = useQueries()
  const newest = useQuery(queries.allPosts)
  const categories = useQuery(queries.categories)
  const found = useQuery({ ...queries.search(words, MAX_POSTS), placeholderData: keepPreviousData })
  const [saved] = useState(() => savedPosts().slice(0, MAX_SAVED))
  if (words !== '' && found.data) return resultsOf(found.data, categories.data?.names ?? [])
  if (!newest.data) return {}
  const savedResults = saved.map((post) => oneLine(postHref(post), <b>{post.title}</b>, shortDate(post.date)))
  return {
    groups: filled([
      { name: 'Saved', results: savedResults },
      { name: 'Newest articles', results: newest.data.posts.slice(0, MAX_NEWEST).map(postResult) },
    ]),
  }
}

function resultsOf({ words, posts, total, meant, ...found }: SearchResults, categories: readonly string[]): ResultView {
  // Skip single letters, because they match too many categories. A backend without a search returns no categories, so
  // compare the names here.
  const category =
    words.length > 1 ? (found.categories[0]?.name ?? categories.find((name) => isNamed(name, words))) : undefined
  const categoryResults =
    category === undefined ? [] : [oneLine(categoryHref(category), <Chip category={category} />, 'All articles')]
  // Omit a tag that is the same as the query, because its page would show the same results.
  const tags = found.tags.filter(({ name }) => name.toLowerCase() !== words.toLowerCase()).slice(0, MAX_TAGS)
  const tagResults = tags.map(({ name, posts: count, marks }) => {
    const title = <Marked text={name} marks={marks} />
    return oneLine(searchHref(name), <b>{title}</b>, countArticles(count))
  })
  const searchResult = (target: string, label: string) => ({ href: searchHref(target), content: <b>{label}</b> })
  const more: Result[] = []
  if (meant && !meant.isShown) more.push(searchResult(meant.words, `Did you mean “${meant.words}”?`))
  if (posts.length > 0) more.push(searchResult(words, `All ${total > 1 ? `${total} ` : ''}results for “${words}”`))
  if (meant?.isShown) more.push(searchResult(literal(words), `Only “${words}”`))
  return {
    groups: filled([
      { name: 'Categories', results: categoryResults },
      { name: 'Articles', results: posts.map(postResult) },
      { name: 'Tags', results: tagResults },
      { name: MORE, results: more },
    ]),
    status: `${countArticles(total)} found${meant?.isShown ? ` for ${meant.words}` : ''}`,
    suggestion: meant?.isShown && (
      <>
        Did you mean <b>{meant.words}</b>? Nothing matches “{words}” as typed.
      </>
    ),
    noMatch: `No articles match “${words}”.`,
  }
}

function filled(groups: ResultGroup[]): ResultGroup[] {
  return groups.filter(({ results }) => results.length > 0)
}

function postResult(post: CardPost): Result {
  const content = (
    <>
      <Cover post={post} />
      <div>
        <b>
          <Marked text={post.title} marks={post.marks ?? []} />
        </b>
        {post.snippet && (
          <p>
            <Marked {...post.snippet} />
          </p>
        )}
        <span className="meta wraps">
          <Chip category={post.category} />
          <PostDate post={post} />
        </span>
      </div>
    </>
  )
  return { href: postHref(post), content }
}

function oneLine(href: string, title: ReactNode, note: string | null): Result {
  const content = (
    <span className="slim">
      {title}
      <span className="meta wraps">{note}</span>
    </span>
  )
  return { href, content }
}

function isNamed(category: string, words: string): boolean {
  return ` ${categoryLabel(category).toLowerCase()}`.includes(` ${words.toLowerCase()}`)
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
