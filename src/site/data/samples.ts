/** A built-in post that stands in when a call fails (specification, section 3). */
export type SamplePost = {
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

const AUTHOR = 'Stet Newsroom'

/** The seven samples; their text is placeholder. */
export const samplePosts: readonly SamplePost[] = [
  sample({
    id: '1',
    title: 'Sample: reading a model card before the demo',
    category: 'Artificial Intelligence',
    date: '2026-01-07T09:00:00Z',
    image: 'ai-1',
    tags: ['sample', 'models'],
  }),
  sample({
    id: '2',
    title: 'Sample: a page that works before its script',
    category: 'Web Development',
    date: '2026-01-06T09:00:00Z',
    image: 'software',
    tags: ['sample', 'html'],
  }),
  sample({
    id: '3',
    title: 'Sample: what a block header commits to',
    category: 'Blockchain',
    date: '2026-01-05T09:00:00Z',
    image: 'web3',
    tags: ['sample', 'ledgers'],
  }),
  sample({
    id: '4',
    title: 'Sample: least privilege, one service at a time',
    category: 'Cybersecurity',
    date: '2026-01-04T09:00:00Z',
    image: 'security',
    tags: ['sample', 'access'],
  }),
  sample({
    id: '5',
    title: 'Sample: clocks, calendars and the hour between',
    category: 'Technology',
    date: '2026-01-03T09:00:00Z',
    image: 'technology',
    tags: ['sample', 'time'],
  }),
  sample({
    id: '6',
    title: 'Sample: small models for small decisions',
    category: 'Artificial Intelligence',
    date: '2026-01-02T09:00:00Z',
    image: 'ai-2',
    tags: ['sample', 'inference'],
  }),
  sample({
    id: '7',
    title: 'Sample: asking a model to show its sources',
    category: 'Artificial Intelligence',
    date: '2026-01-01T09:00:00Z',
    image: 'ai-3',
    tags: ['sample', 'citations'],
  }),
]

function sample(post: {
  id: string
  title: string
  category: string
  date: string
  image: string
  tags: string[]
}): SamplePost {
  const { image, ...rest } = post
  return {
    ...rest,
    author: AUTHOR,
    imageUrl: `/samples/${image}.svg`,
    excerpt: `Placeholder text about ${post.category.toLowerCase()}, shown while the articles themselves cannot be loaded. Come back in a few minutes.`,
    content: `<p>This is sample text. It keeps the page readable while the articles themselves cannot be loaded.</p>
<h2>Why this is here</h2>
<p>The site asks its backend for every article at each visit. The backend did not answer, so a sample from the category ${post.category} stands in.</p>
<h2>What to do</h2>
<p>Nothing is lost. Reload the page in a few minutes to read the article you came for.</p>`,
  }
}
