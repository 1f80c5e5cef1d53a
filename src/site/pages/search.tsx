import { useQuery } from '@tanstack/react-query'
import { categoryLabel, categoryTone } from '#blog/category.ts'
import type { Found as FoundKinds, Meant } from '#blog/client.ts'
import { shortDate } from '#blog/date.ts'
import { categoryHref, postHref, searchHref } from '#blog/routes.ts'
import { useConfig, useQueries } from '#site/context.tsx'
import { RESULTS, type CardPost, type Found } from '#site/queries/model.ts'
import { goTo, Link } from '#site/router.tsx'
import { counted, countedArticles, literal } from '#site/search/wording.ts'
import { Marked } from '#site/search/marked.tsx'
import { Chip } from '#site/components/chip.tsx'
import { Cover } from '#site/components/cover.tsx'
import { Glass, Glyph } from '#site/components/icons.tsx'
import { Empty } from '#site/components/message.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { SeoHead } from '#site/seo-head.tsx'

// Of each of these.
const MOST_KINDS = 3

/** What some words find: articles with the place that matched, categories and tags. Its form works without JavaScript. */
export function SearchPage({ words }: { words: string }) {
  const { site } = useConfig()
  const { data: found } = useQuery(useQueries().search(words, RESULTS))
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
        <Glass />
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
      {words === '' ? <Beginnings /> : found && <Results found={found} />}
    </>
  )
}

// Before anything is asked.
function Beginnings() {
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

function CategoryLink({ name, posts }: { name: string; posts?: number }) {
  return (
    <Link href={categoryHref(name)} data-cat={categoryTone(name)}>
      <Glyph category={name} />
      {categoryLabel(name)}
      {posts !== undefined && <Posts count={posts} />}
    </Link>
  )
}

function Results({ found }: { found: Found }) {
  const { words, posts, total, meant } = found
  const [categories, tags] = [found.categories.slice(0, MOST_KINDS), found.tags.slice(0, MOST_KINDS)]
  const [whole, partial] = [posts.slice(0, total), posts.slice(total)]
  const counts = [
    partial.length > 0 && total === 0 ? 'No article with all of these words' : countedArticles(total),
    ...(categories.length > 0 ? [counted(categories.length, 'category', 'categories')] : []),
    ...(tags.length > 0 ? [counted(tags.length, 'tag', 'tags')] : []),
  ]
  if (posts.length === 0 && categories.length === 0)
    return (
      <>
        {meant && <DidYouMean words={words} meant={meant} />}
        <Empty
          level="h2"
          title={`No articles match “${words}”`}
          text="Try a shorter word, or look through the newest articles."
          link="See the newest articles"
        />
      </>
    )
  return (
    <>
      {meant && <DidYouMean words={words} meant={meant} />}
      <p className="count" role="status">
        {counts.join(counts.length > 2 ? ', ' : ' and ').replace(/, ([^,]*)$/, ' and $1')}
        {total > posts.length && `; the best ${posts.length} articles are shown`}
      </p>
      <div className="found">
        {categories.length + tags.length > 0 && <Kinds categories={categories} tags={tags} />}
        <div>
          <Hits posts={whole} />
          {partial.length > 0 && <h2 className="partial">With some of the words</h2>}
          <Hits posts={partial} />
        </div>
      </div>
    </>
  )
}

// What was typed is never replaced without a word, and can be asked for as it is.
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

function Hits({ posts }: { posts: CardPost[] }) {
  return (
    posts.length > 0 && (
      <ol className="list">
        {posts.map((post) => (
          <Hit key={`${post.category}/${post.id}`} post={post} />
        ))}
      </ol>
    )
  )
}

function Kinds({ categories, tags }: Pick<FoundKinds, 'categories' | 'tags'>) {
  return (
    <aside className="kinds" aria-label="Categories and tags">
      {categories.length > 0 && (
        <section>
          <h2>{categories.length === 1 ? 'Category' : 'Categories'}</h2>
          <ul className="list">
            {categories.map(({ name, posts }) => (
              <li key={name}>
                <CategoryLink name={name} posts={posts} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {tags.length > 0 && (
        <section>
          <h2>{tags.length === 1 ? 'Tag' : 'Tags'}</h2>
          <ul className="list plain">
            {tags.map(({ name, posts, marks }) => (
              <li key={name}>
                <Link href={searchHref(name)}>
                  <span>
                    <Marked text={name} marks={marks} />
                  </span>
                  <Posts count={posts} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}

function Posts({ count }: { count: number }) {
  return (
    <span className="posts">
      {count.toLocaleString('en')}
      <span className="vh">{count === 1 ? ' article' : ' articles'}</span>
    </span>
  )
}

function Hit({ post }: { post: CardPost }) {
  const date = shortDate(post.date)
  const ownBackend = useConfig().apiHost === ''
  const place = ownBackend && placeOf(post)
  return (
    <li className="hit">
      <div>
        <Chip category={post.category} />
        <h2>
          <Link href={postHref(post)}>
            <Marked text={post.title} marks={post.marks ?? []} />
          </Link>
        </h2>
        <p className="snippet">{post.snippet ? <Marked {...post.snippet} /> : post.excerpt}</p>
        <p className="meta facts">
          {place && <span>{place}</span>}
          {date && <time dateTime={post.date ?? undefined}>{date}</time>}
          {post.minutes && <span>{`${post.minutes} min read`}</span>}
          {post.reviewed && (
            <span className="reviewed">
              <span className="vh">Reviewed by a person</span>
            </span>
          )}
        </p>
      </div>
      <Cover post={post} sizes="120px" />
    </li>
  )
}

// Where the words were found; nowhere that is shown, where a category has them.
function placeOf({ marks = [], snippet }: CardPost): string | null {
  if (snippet?.tag) return `${marks.length > 0 ? 'Title and tag' : 'Tag'} “${snippet.tag}”`
  if (snippet?.section) return `In “${snippet.section}”`
  if (snippet) return marks.length > 0 ? 'Title and text' : 'Text'
  return marks.length > 0 ? 'Title' : null
}
