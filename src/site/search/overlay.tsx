import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { shortDate } from '#blog/date.ts'
import { postHref } from '#blog/routes.ts'
import { useConfig } from '#site/config.tsx'
import { useQueries } from '#site/data/context.tsx'
import type { CardPost } from '#site/data/model.ts'
import { goTo } from '#site/router.tsx'
import { Marked } from '#site/search/marked.tsx'
import { Chip } from '#site/ui/chip.tsx'
import { Cover } from '#site/ui/cover.tsx'
import { Glass, Icon } from '#site/ui/icons.tsx'

// How long the reader's fingers have to rest before a question is asked, in milliseconds.
const REST = 120

// Before anything is typed, the newest posts.
const NEWEST = 5

/** The search: a field and its results in a dialog. Arrows choose, Enter opens, Escape closes. */
export function SearchOverlay({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const words = useRested(text.trim())
  const { posts, asked } = useResults(words)
  const [chosen, setChosen] = useState(0)
  const current = posts ? Math.min(chosen, Math.max(0, posts.length - 1)) : 0

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // A click beside the box is one on the dialog itself.
    const closeFromBeside = (event: Event) => {
      if (event.target === element) element.close()
    }
    element.addEventListener('click', closeFromBeside)
    element.showModal()
    return () => element.removeEventListener('click', closeFromBeside)
  }, [])

  // The dialog tells of its closing later: keys that are pressed at once already find it closed.
  function shut() {
    dialog.current?.close()
    close()
  }

  function open(post: CardPost) {
    shut()
    goTo(postHref(post))
  }

  function steer(event: KeyboardEvent) {
    // In a search field Escape empties the field first; here it closes.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      shut()
    }
    if (!posts || posts.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((current + step + posts.length) % posts.length)
    }
    const post = posts[current]
    // The Enter that ends a composition (Japanese, Chinese, Korean) chooses its characters.
    if (event.key !== 'Enter' || !post || event.nativeEvent.isComposing) return
    // Or it would press the button that has the focus again when the dialog is closed.
    event.preventDefault()
    open(post)
  }

  return (
    <dialog ref={dialog} className="search" aria-label="Search articles" onClose={close}>
      <div className="search-field">
        <Glass />
        <input
          type="search"
          role="combobox"
          placeholder="Search articles"
          aria-label="Search articles"
          aria-autocomplete="list"
          aria-expanded={posts !== undefined && posts.length > 0}
          aria-controls="search-results"
          aria-activedescendant={posts?.[current] ? `search-result-${current}` : undefined}
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
        <button className="esc" type="button" aria-label="Esc: close search" onClick={shut}>
          <kbd aria-hidden="true">Esc</kbd>
          <Icon name="close" className="i-close" />
        </button>
      </div>
      <div className="results" id="search-results" role="listbox" aria-label="Results" hidden={posts?.length === 0}>
        {posts?.map((post, index) => (
          <Result
            key={`${post.category}/${post.id}`}
            id={`search-result-${index}`}
            post={post}
            words={asked}
            selected={index === current}
            open={() => open(post)}
          />
        ))}
      </div>
      {posts?.length === 0 && <p className="search-none">No articles match “{asked}”.</p>}
      <p className="vh" role="status">
        {asked === '' || !posts ? '' : `${posts.length} ${posts.length === 1 ? 'article' : 'articles'} found`}
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
    </dialog>
  )
}

function Result(props: { id: string; post: CardPost; words: string; selected: boolean; open: () => void }) {
  const { id, post, words, selected, open } = props
  const option = useRef<HTMLDivElement>(null)
  const date = shortDate(post.date)
  useEffect(() => {
    if (selected) option.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // It needs no keys of its own: the focus never leaves the field, whose keys are the list's.
    <div ref={option} className="result" role="option" tabIndex={-1} id={id} aria-selected={selected} onClick={open}>
      <Cover post={post} sizes="64px" />
      <div>
        <b>
          <Marked text={post.title} words={words} />
        </b>
        <span className="meta">
          <Chip category={post.category} />
          {date && <time dateTime={post.date ?? undefined}>{date}</time>}
        </span>
      </div>
    </div>
  )
}

// The posts to show, and the words they were found by; undefined until the first answer.
function useResults(words: string): { posts: CardPost[] | undefined; asked: string } {
  const queries = useQueries()
  const ownBackend = useConfig().apiHost === ''
  const newest = useQuery(queries.allPosts)
  const found = useQuery({
    queryKey: ['search', words],
    queryFn: async () => ({ words, posts: await queries.search(words, ownBackend) }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (words === '' || !found.data) return { posts: newest.data?.posts.slice(0, NEWEST), asked: '' }
  return { posts: found.data.posts, asked: found.data.words }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
