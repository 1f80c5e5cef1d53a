import { blocking, count, type Finding } from '#newsroom/article/finding.ts'
import { contentStems } from '#text/common-words.ts'
import { plain } from '#text/prose.ts'
import type { Check } from '#newsroom/checks/check.ts'

/** Blocks a title and lead that repeat a post of the 30 days before the newest post. */
export const repeat: Check = {
  name: 'Not a repeat of the published posts in the last 30 days',
  run({ draft, published }) {
    const newest = Math.max(...published.map(({ date }) => Date.parse(date)))
    const recent = published.filter(({ date }) => newest - Date.parse(date) <= WINDOW)
    const title = contentStems(plain(draft.title.text))
    const both = contentStems(plain([draft.title, ...draft.excerpt].map(({ text }) => text).join(' ')))
    const findings: Finding[] = []
    for (const post of recent) {
      const titles = likeness(title, contentStems(post.title))
      const texts = likeness(both, contentStems(`${post.title} ${post.excerpt}`))
      const evidence = post.title
      if (titles >= SAME_TITLE || texts >= SAME_TEXT) {
        const message = `It repeats "${post.title}" of ${post.date.slice(0, 10)}: write only the news since then, or drop the story.`
        findings.push(blocking({ code: 'repeats-a-post', where: 'draft', message, evidence }))
      }
    }
    return { detail: count(recent.length, 'post'), findings }
  },
}

const WINDOW = 30 * 24 * 3600 * 1000
const SAME_TITLE = 0.6
const SAME_TEXT = 0.45

/** Returns the number of words that two texts share, divided by the number of words in either: 0 to 1. */
export function likeness(a: Set<string>, b: Set<string>): number {
  const all = a.union(b).size
  return all === 0 ? 0 : a.intersection(b).size / all
}
