import { categorySlug } from '#blog/category.ts'
import type { Post } from '#blog/post.ts'
import type { CardPost } from '#site/queries/model.ts'

// Built-in posts, newest first. They are shown if a request fails.
const SAMPLES = [
  ['reading a model card before the demo', 'Artificial Intelligence', 'ai-1', 'models'],
  ['a page that works before its script', 'Web Development', 'software', 'html'],
  ['what a block header commits to', 'Blockchain', 'web3', 'ledgers'],
  ['least privilege, one service at a time', 'Cybersecurity', 'security', 'access'],
  ['clocks, calendars and the hour between', 'Technology', 'technology', 'time'],
  ['small models for small decisions', 'Artificial Intelligence', 'ai-2', 'inference'],
  ['asking a model to show its sources', 'Artificial Intelligence', 'ai-3', 'citations'],
].map(([title = '', category = '', image = '', tag = ''], index) => ({
  card: {
    id: String(index + 1),
    title: `Sample: ${title}`,
    category,
    date: `2026-01-0${7 - index}T09:00:00Z`,
    imageUrl: `/samples/${image}.svg`,
    excerpt: `Placeholder text about ${category.toLowerCase()}, shown while the articles themselves cannot be loaded. Come back in a few minutes.`,
    prefix: null,
  },
  tags: ['sample', tag],
  html: `<p>This is sample text. It keeps the page readable while the articles themselves cannot be loaded.</p>
<h2>Why this is here</h2>
<p>The site requests every article from its backend at each visit. The backend did not answer, so this is a sample from the category ${category}.</p>
<h2>What to do</h2>
<p>Please reload in a few minutes.</p>`,
}))

/** Returns the samples in a category, or all samples, as cards. */
export function sampleCards(category?: string): CardPost[] {
  const slug = category && categorySlug(category)
  return SAMPLES.map(({ card }) => card).filter((card) => !slug || categorySlug(card.category) === slug)
}

/** Returns a sample as an article, with the other samples in its category. Returns null if the id is unknown. */
export function sampleArticle(id: string): (Post & CardPost) | null {
  const sample = SAMPLES.find(({ card }) => card.id === id)
  if (!sample) return null
  const { card, tags, html } = sample
  const related = sampleCards(card.category).filter((other) => other.id !== id)
  return { ...card, tags, html, author: 'Stet Newsroom', thumbnail: null, related, provenance: null }
}
