import { expect, test } from 'vitest'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { said } from '../../../../tests/fixtures/newsroom/drafts.ts'
import { subjectOf } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const draft = {
  title: 'Port of Varnhem repairs its oldest ferry',
  excerpt: 'The ferry lay idle all winter; welders replaced its hull, and passengers may board again from Monday.',
}
const other = {
  title: 'Island council bans loud horns at night',
  excerpt: 'Captains must use lamps between ten and six, and a fine of a hundred crowns is due for every signal.',
}

test('treats a post with similar wording as a repeat', () => {
  expect(codes({ ...draft, date: '2026-11-20' })).toEqual(['block'])
  const title = 'Oldest ferry repaired by port of Varnhem'
  expect(codes({ title, excerpt: other.excerpt, date: '2026-11-20' })).toEqual(['block'])
})

test('accepts a later development of a story, and a different story', () => {
  const later = {
    title: 'Varnhem ferry fails inspection',
    excerpt: 'Welders must return to the hull before passengers may board the ferry from the port.',
  }
  expect(codes({ ...later, date: '2026-11-20' })).toEqual([])
  expect(codes({ ...other, date: '2026-11-20' })).toEqual([])
})

test('compares a draft only with posts from the 30 days before the newest post', () => {
  expect(codes({ ...other, date: '2026-11-20' }, { ...draft, date: '2026-10-22' })).toEqual(['block'])
  expect(codes({ ...other, date: '2026-11-20' }, { ...draft, date: '2026-10-20' })).toEqual([])
  expect(codes()).toEqual([])
})

function codes(...posts: { title: string; excerpt: string; date: string }[]): string[] {
  const published = posts.map((post) => ({ category: 'technology', ...post, date: `${post.date}T00:00:00Z` }))
  return repeat
    .run(subjectOf({ draft: { title: said(draft.title), excerpt: [said(draft.excerpt)] }, subject: { published } }))
    .findings.map(({ severity }) => severity)
}
