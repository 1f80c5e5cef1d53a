import { beforeAll, expect, test } from 'vitest'
import { openSearchIndex, type SearchIndex } from '#archive/search-index.ts'
import { readStarter } from '#newsroom/publishing/starter.ts'
import { readSynonyms } from '../src/wiring/editorial.ts'
import { openBlog } from './fixtures/blog.ts'

// Typical queries. For each query, one of the listed articles (ids in editorial/starter) or the listed category must be
// among the first three results. The list was written before the search code.
const SEARCHES: readonly (readonly [typed: string, ...expected: string[]])[] = [
  // Words in an article.
  ['raft', 'raft-in-one-sitting'],
  ['QUIC', 'head-of-line-blocking-and-quic'],
  ['fsync', 'how-a-file-survives-a-crash'],
  ['eip-1559', 'eip-1559-as-a-control-loop'],
  ['merkle tree', 'merkle-trees-from-first-principles'],
  ['IEEE 754', 'floating-point-one-bit-at-a-time'],
  ['stale-if-error', 'http-caching-that-survives-an-outage'],
  ['supply chain', 'what-a-package-signature-proves'],
  ['control theory', 'eip-1559-as-a-control-loop'],
  ['post-quantum', 'tls-1-3-handshake'],
  // Abbreviations and synonyms.
  ['ssl', 'tls-1-3-handshake'],
  ['LLM', 'what-a-context-window-costs', 'speculative-decoding', 'constrained-decoding', 'what-four-bits-keep'],
  ['csp', 'a-content-policy-without-exceptions'],
  ['RAG', 'retrieval-is-a-ranking-problem'],
  ['SSRF', 'server-side-request-forgery'],
  ['2fa', 'passkeys-and-recovery'],
  ['eth gas', 'eip-1559-as-a-control-loop', 'blobs-priced-apart'],
  ['ntp', 'leap-seconds-and-utc'],
  ['proto-danksharding', 'blobs-priced-apart'],
  ['ct logs', 'certificate-transparency'],
  ['HOL blocking', 'head-of-line-blocking-and-quic'],
  ['pqc', 'tls-1-3-handshake'],
  // Written as one word or as two, or with other characters.
  ['pass keys', 'passkeys-and-recovery'],
  ['web authn', 'passkeys-and-recovery'],
  ['leapsecond', 'leap-seconds-and-utc'],
  ['floatingpoint', 'floating-point-one-bit-at-a-time'],
  ['http3', 'head-of-line-blocking-and-quic'],
  ['eip4844', 'blobs-priced-apart'],
  ['contextwindow', 'what-a-context-window-costs'],
  ['head-of-line', 'head-of-line-blocking-and-quic'],
  // Misspelt, or in American spelling instead of British.
  ['idempotancy', 'idempotency-keys'],
  ['merkel tree', 'merkle-trees-from-first-principles'],
  ['Merkle trie', 'merkle-trees-from-first-principles'],
  ['etherium', 'eip-1559-as-a-control-loop', 'blobs-priced-apart'],
  ['certificate transparancy', 'certificate-transparency'],
  ['hydratoin', 'what-hydration-costs'],
  ['quantization', 'what-four-bits-keep'],
  ['speculitive decodeing', 'speculative-decoding'],
  // Singular typed instead of plural, or the reverse.
  ['leap second', 'leap-seconds-and-utc'],
  ['rollup', 'blobs-priced-apart'],
  ['caches', 'http-caching-that-survives-an-outage'],
  ['package signatures', 'what-a-package-signature-proves'],
  // Questions.
  ['why is 0.1 + 0.2 not 0.3', 'floating-point-one-bit-at-a-time'],
  ['how does raft elect a leader', 'raft-in-one-sitting'],
  ['is it safe to retry a payment', 'idempotency-keys'],
  ['how much memory does a long context need', 'what-a-context-window-costs'],
  ['can I trust npm packages', 'what-a-package-signature-proves'],
  ['what happens to a file when the power fails', 'how-a-file-survives-a-crash'],
  // Words for an article's subject that do not occur in the article.
  ['charged twice', 'idempotency-keys'],
  ['structured output', 'constrained-decoding'],
  ['login without password', 'passkeys-and-recovery'],
  ['test set leakage', 'benchmark-contamination'],
  ['hydration react ssr', 'what-hydration-costs'],
  ['cross-site scripting', 'a-content-policy-without-exceptions'],
  ['wallet private key stolen', 'one-reused-nonce'],
  ['vector search', 'retrieval-is-a-ranking-problem'],
  // Categories.
  ['AI', 'artificial-intelligence'],
  ['security', 'cybersecurity'],
  ['crypto', 'blockchain'],
  ['webdev', 'web-development'],
]

const LEAST = 57

let index: SearchIndex

beforeAll(async () => {
  const blog = await openBlog()
  for (const { sources: _, ...article } of await readStarter('editorial/starter'))
    await blog.publish(article.id, { ...article, html: '<p>x</p>' })
  index = openSearchIndex({ ...blog, synonyms: await readSynonyms() })
})

test(`of ${SEARCHES.length} searches, at least ${LEAST} find what a reader expects among the first three`, async () => {
  const missed: string[] = []
  for (const [typed, ...expected] of SEARCHES) {
    const { posts, categories } = await index.search(typed, 8)
    const first = [...categories.slice(0, 3).map(({ name }) => name), ...posts.slice(0, 3).map(({ id }) => id)]
    if (!first.some((found) => expected.includes(found))) missed.push(`${typed}: ${first.join(', ')}`)
  }
  expect(SEARCHES).toHaveLength(60)
  expect(SEARCHES.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(LEAST)
})
