import { categorySlug } from '#blog/category.ts'
import { RELATED_LIMIT, type Article, type CardPost } from '#site/queries/model.ts'

// The built-in posts that stand in when a call fails (specification, section 3).
type SamplePost = {
  id: string
  title: string
  excerpt: string
  content: string
  category: string
  author: string
  date: string
  imageUrl: string
  tags: string[]
}

/** The samples on cards, newest first: all of them, or those of a category. */
export function sampleCards(category?: string): CardPost[] {
  return SAMPLES.filter((post) => category === undefined || isIn(category, post)).map(cardOf)
}

/** A sample as an article, with the others of its category; null where none has this id. */
export function sampleArticle(id: string): Pick<Extract<Article, { post: unknown }>, 'post' | 'related'> | null {
  const sample = SAMPLES.find((candidate) => candidate.id === id)
  if (!sample) return null
  const { content, ...rest } = sample
  const others = SAMPLES.filter((other) => other.id !== id && isIn(sample.category, other))
  return {
    post: { ...rest, html: content, thumbnail: null, related: [], provenance: null },
    related: others.slice(0, RELATED_LIMIT).map(cardOf),
  }
}

function isIn(category: string, post: SamplePost): boolean {
  return categorySlug(post.category) === categorySlug(category)
}

function cardOf({ id, category, title, excerpt, date, imageUrl }: SamplePost): CardPost {
  return { id, category, title, excerpt, date, imageUrl, prefix: null }
}

// Newest first; their text is placeholder.
const SAMPLES: readonly SamplePost[] = [
  ['reading a model card before the demo', 'Artificial Intelligence', 'ai-1', 'models'],
  ['a page that works before its script', 'Web Development', 'software', 'html'],
  ['what a block header commits to', 'Blockchain', 'web3', 'ledgers'],
  ['least privilege, one service at a time', 'Cybersecurity', 'security', 'access'],
  ['clocks, calendars and the hour between', 'Technology', 'technology', 'time'],
  ['small models for small decisions', 'Artificial Intelligence', 'ai-2', 'inference'],
  ['asking a model to show its sources', 'Artificial Intelligence', 'ai-3', 'citations'],
].map(([title = '', category = '', image = '', tag = ''], index) => ({
  id: String(index + 1),
  title: `Sample: ${title}`,
  category,
  author: 'Stet Newsroom',
  date: `2026-01-0${7 - index}T09:00:00Z`,
  imageUrl: `/samples/${image}.svg`,
  tags: ['sample', tag],
  excerpt: `Placeholder text about ${category.toLowerCase()}, shown while the articles themselves cannot be loaded. Come back in a few minutes.`,
  content: `<p>This is sample text. It keeps the page readable while the articles themselves cannot be loaded.</p>
<h2>Why this is here</h2>
<p>The site asks its backend for every article at each visit. The backend did not answer, so a sample from the category ${category} stands in.</p>
<h2>What to do</h2>
<p>Nothing is lost. Reload the page in a few minutes to read the article you came for.</p>`,
}))
