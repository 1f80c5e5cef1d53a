import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { categoryLabel, categoryTone } from '#blog/category.ts'
import type { Meant } from '#blog/client.ts'
import { categoryHref, postHref, searchHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { MAX_RESULTS, type CardPost, type SearchResults } from '#site/queries/model.ts'
import { goTo, Link } from '#site/router.tsx'
import { countArticles, countOf, literal } from '#site/wording.ts'
import { Marked } from '#site/search/marked.tsx'
import { Facts } from '#site/components/cards.tsx'
import { Cover } from '#site/components/cover.tsx'
import { Chip, Glyph, Icon } from '#site/components/icons.tsx'
import { Empty } from '#site/components/message.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { SeoHead } from '#site/seo-head.tsx'

const MAX_CATEGORIES = 3
const MAX_TAGS = 3

/** The search page: articles with their matching passages, categories and tags. The form works without JavaScript. */
export function SearchPage({ words }: { words: string }) {
  const { site } = useConfig()
  const { data: results } = useQuery(useQueries().search(words, MAX_RESULTS))
  return (
    <>
      <SeoHead
        title={`${words === '' ? '' : `“${words}” — `}Search`}
        description={`Search the articles of ${site.name}.`}
        path={null}
      />
      <PageHeading className="vh">{words === '' ? 'Search' : `Search: ${words}`}</PageHeading>
      <form
        key={words}
        className="ask"
        role="search"
        action="/search"
        onSubmit={(event) => {
          event.preventDefault()
          goTo(searchHref(String(new FormData(event.currentTarget).get('q') ?? '').trim()))
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          name="q"
          defaultValue={words}
          placeholder="Search articles"
          aria-label="Search articles"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        <button className="text-link" type="submit">
          Search
        </button>
      </form>
      {results?.meant && <DidYouMean words={words} meant={results.meant} />}
      {words === '' ? <Categories /> : results && <Results results={results} />}
    </>
  )
}

function Categories() {
  const { data: categories } = useQuery(useQueries().categories)
  return (
    <>
      <p className="count">Type a few words, or begin with a category.</p>
      <ul className="list kinds">
        {categories?.names.map((name) => (
          <li key={name}>
            <CategoryLink name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}

function CategoryLink({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <Link href={categoryHref(name)} data-cat={categoryTone(name)}>
      <Glyph category={name} />
      {categoryLabel(name)}
      {children}
    </Link>
  )
}

// The first `total` posts match all words. The other posts match only some of them.
function Results({ results }: { results: SearchResults }) {
  const { words, posts, total } = results
  const categories = results.categories.slice(0, MAX_CATEGORIES)
  const tags = results.tags.slice(0, MAX_TAGS)
  const partial = posts.slice(total)
  const counts = [
    partial.length > 0 && total === 0 ? 'No article with all of these words' : countArticles(total),
    ...(categories.length > 0 ? [countOf(categories.length, 'category', 'categories')] : []),
    ...(tags.length > 0 ? [countOf(tags.length, 'tag')] : []),
  ]
  if (posts.length === 0 && categories.length === 0)
    return (
      <Empty
        title={`No articles match “${words}”`}
        text="Try a shorter word, or look through the newest articles."
        link="See the newest articles"
      />
    )
  return (
    <>
      <p className="count" role="status">
        {counts.join(counts.length > 2 ? ', ' : ' and ').replace(/, ([^,]*)$/, ' and $1')}
        {total > posts.length && `; the best ${posts.length} articles are shown`}
      </p>
      <div className="found">
        {categories.length + tags.length > 0 && (
          <aside className="kinds" aria-label="Categories and tags">
            <Kind title={categories.length === 1 ? 'Category' : 'Categories'}>
              {categories.map(({ name, posts: count }) => (
                <li key={name}>
                  <CategoryLink name={name}>
                    <PostCount count={count} />
                  </CategoryLink>
                </li>
              ))}
            </Kind>
            <Kind title={tags.length === 1 ? 'Tag' : 'Tags'}>
              {tags.map(({ name, posts: count, marks }) => (
                <li key={name}>
                  <Link href={searchHref(name)}>
                    <span>
                      <Marked text={name} marks={marks} />
                    </span>
                    <PostCount count={count} />
                  </Link>
                </li>
              ))}
            </Kind>
          </aside>
        )}
        <div>
          <Hits posts={posts.slice(0, total)} />
          {partial.length > 0 && <h2 className="partial">With some of the words</h2>}
          <Hits posts={partial} />
        </div>
      </div>
    </>
  )
}

function DidYouMean({ words, meant }: { words: string; meant: Meant }) {
  return (
    <>
      <p className="meant">
        Did you mean <Link href={searchHref(meant.words)}>{meant.words}</Link>?
      </p>
      {meant.isShown && (
        <p className="typed">
          Nothing matches “{words}” as typed, so this is what was searched for.{' '}
          <Link href={searchHref(literal(words))}>Search only for “{words}”</Link>
        </p>
      )}
    </>
  )
}

function Kind({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="list">{children}</ul>
    </section>
  )
}

function PostCount({ count }: { count: number }) {
  return (
    <span className="posts">
      {count.toLocaleString('en')}
      <span className="vh">{count === 1 ? ' article' : ' articles'}</span>
    </span>
  )
}

function Hits({ posts }: { posts: readonly CardPost[] }) {
  const ownBackend = useConfig().apiHost === ''
  if (posts.length === 0) return null
  return (
    <ol className="list">
      {posts.map((post) => {
        const { title, excerpt, marks = [], snippet } = post
        const matchedIn = ownBackend && whereMatched(post)
        return (
          <li className="hit" key={`${post.category}/${post.id}`}>
            <div>
              <Chip category={post.category} />
              <h2>
                <Link href={postHref(post)}>
                  <Marked text={title} marks={marks} />
                </Link>
              </h2>
              <p className="snippet">{snippet ? <Marked {...snippet} /> : excerpt}</p>
              <Facts post={post}>{matchedIn && <span>{matchedIn}</span>}</Facts>
            </div>
            <Cover post={post} />
          </li>
        )
      })}
    </ol>
  )
}

// Describes where a post matched. Returns null if only its category matched.
function whereMatched({ marks = [], snippet }: CardPost): string | null {
  if (snippet?.tag) return `${marks.length > 0 ? 'Title and tag' : 'Tag'} “${snippet.tag}”`
  if (snippet?.section) return `In “${snippet.section}”`
  if (snippet) return marks.length > 0 ? 'Title and text' : 'Text'
  return marks.length > 0 ? 'Title' : null
}
