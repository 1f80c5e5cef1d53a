import { blocking, count } from '#newsroom/article/finding.ts'
import type { Check } from '#newsroom/checks/check.ts'
import { contentStems } from '#text/common-words.ts'
import { plain } from '#text/prose.ts'

const WINDOW_MS = 30 * 24 * 3600 * 1000
const MAX_TITLE_SIMILARITY = 0.6
const MAX_TEXT_SIMILARITY = 0.45

/** Blocks a title and lead that repeat a post from the 30 days before the newest post. */
export const repeat: Check = {
  name: 'Not a repeat of the published posts in the last 30 days',
  run({ draft, published }) {
    const newest = Math.max(...published.map(({ date }) => Date.parse(date)))
    const recent = published.filter(({ date }) => newest - Date.parse(date) <= WINDOW_MS)
    const title = contentStems(plain(draft.title.text))
    const text = contentStems(plain([draft.title, ...draft.excerpt].map((sentence) => sentence.text).join(' ')))
    const repeated = recent.filter(
      (post) =>
        similarity(title, contentStems(post.title)) >= MAX_TITLE_SIMILARITY ||
        similarity(text, contentStems(`${post.title} ${post.excerpt}`)) >= MAX_TEXT_SIMILARITY,
    )
    return {
      detail: count(recent.length, 'post'),
      findings: repeated.map(({ title, date }) => {
        const message = `It repeats "${title}" of ${date.slice(0, 10)}. Write only the news since then, or drop the story.`
        return blocking({ code: 'repeats-a-post', where: 'draft', message, evidence: title })
      }),
    }
  },
}

// Returns the fraction of all words that are in both sets, from 0 to 1.
function similarity(one: Set<string>, other: Set<string>): number {
  const all = one.union(other).size
  return all === 0 ? 0 : one.intersection(other).size / all
}
