import { expect, test } from 'vitest'
import type { Subject } from '#newsroom/checks/check.ts'
import { checkDraft, CHECKS, EVIDENCE_NAME } from '#newsroom/checks/check-draft.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { numberedSources, readStories } from '../../../tests/fixtures/newsroom/stories.ts'
import { said, subjectOf } from '../../../tests/fixtures/newsroom/subject-of.ts'

const subjects = [...readStories()].map(([name, story]): [string, Subject] => {
  const sources = numberedSources(story)
  return [name, { draft: story.draft, sources, published: [], canaries: ['velvet-quokka'], instructions: '' }]
})

test('fewer than one careful draft in twenty is blocked', () => {
  const findings = subjects.map(([name, subject]) => ({ name, findings: checkDraft(subject).findings }))
  const errors = findings.flatMap(({ name, findings }) =>
    findings.filter(({ severity }) => severity === 'block').map((finding) => ({ name, ...finding })),
  )
  expect(subjects.length).toBeGreaterThanOrEqual(20)
  expect(new Set(errors.map(({ name }) => name)).size / subjects.length, JSON.stringify(errors)).toBeLessThan(0.05)
})

test('careful drafts on different events do not repeat one another', () => {
  const posts = subjects.map(([category, { draft }]) => {
    const excerpt = draft.excerpt.map(({ text }) => text).join(' ')
    return { category, title: draft.title.text, excerpt, date: '2026-11-20T00:00:00Z' }
  })
  for (const [name, subject] of subjects) {
    const published = posts.filter(({ category }) => category !== name)
    expect(repeat.run({ ...subject, published }).findings.filter(({ code }) => code === 'repeats-a-post')).toEqual([])
  }
})

test('there is one result for each check, in order, passed unless something blocks', () => {
  const { findings, results } = checkDraft(subjectOf({ blocks: [{ text: 'It is a game-changer.', from: [] }] }))
  expect(results.map(({ name }) => name)).toEqual([EVIDENCE_NAME, ...CHECKS.map(({ name }) => name)])
  expect(new Set(results.map(({ name }) => name)).size).toBe(results.length)
  expect(results.find(({ name }) => name === EVIDENCE_NAME)?.passed).toBe(false)
  expect(findings.some(({ code, severity }) => code === 'hype' && severity === 'revise')).toBe(true)
  expect(results.find(({ name }) => name === 'Shape and length')?.passed).toBe(true)
  expect(results.every(({ detail }) => detail !== '')).toBe(true)
})

test('length and shape are for one revision, and facts block', () => {
  const texts = ['The ferry Wren sails from Varnhem.']
  const blocks = [{ text: 'The ferry Curlew sails. See https://ferry.example.' }]
  const { findings } = checkDraft(subjectOf({ texts, blocks, draft: { title: said('The Wren sails') } }))
  const codes = (severity: string) =>
    [...new Set(findings.filter((finding) => finding.severity === severity).map(({ code }) => code))].toSorted()
  expect(codes('revise')).toEqual(['draft-length', 'excerpt-length', 'tags-length', 'title-length'])
  expect(codes('block')).toEqual(['address', 'name-not-in-sources'])
})
