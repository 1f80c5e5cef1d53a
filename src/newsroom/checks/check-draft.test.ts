import { expect, test } from 'vitest'
import type { Subject } from '#newsroom/checks/check.ts'
import { checkDraft, CHECKS } from '#newsroom/checks/check-draft.ts'
import { readStories } from '../../../tests/fixtures/newsroom/stories.ts'
import { subjectOf } from '../../../tests/fixtures/newsroom/subject-of.ts'

const subjects = [...readStories()].map(([name, { sources, draft }]): [string, Subject] => {
  const references = sources.map((source, index) => ({ id: `S${index + 1}`, hash: '0', ...source }))
  return [name, { draft, references, published: [], canaries: ['velvet-quokka'], instructions: '' }]
})

test('fewer than one careful draft in twenty is blocked', () => {
  const findings = subjects.map(([name, subject]) => ({ name, findings: checkDraft(subject).findings }))
  const blocked = findings.filter(({ findings }) => findings.some(({ severity }) => severity === 'error'))
  expect(subjects.length).toBeGreaterThanOrEqual(20)
  expect(blocked.length / subjects.length, JSON.stringify(blocked)).toBeLessThan(0.05)
})

test('careful drafts on other events are no repeats of one another', () => {
  const posts = subjects.map(([name, { draft }]) => ({ category: name, ...draft, date: '2026-11-20T00:00:00Z' }))
  for (const [name, subject] of subjects) {
    const published = posts.filter(({ category }) => category !== name)
    expect(checkDraft({ ...subject, published }).findings.filter(({ code }) => code === 'repeats-a-post')).toEqual([])
  }
})

test('there is one result for each check, in order, passed unless something blocks', () => {
  const { findings, results } = checkDraft(subjectOf({ blocks: [{ text: 'It is a game-changer.', sources: [] }] }))
  expect(results.map(({ name }) => name)).toEqual(CHECKS.map(({ name }) => name))
  expect(new Set(results.map(({ name }) => name)).size).toBe(12)
  expect(results.find(({ name }) => name === 'Every paragraph names its sources')?.passed).toBe(false)
  expect(findings.some(({ code, severity }) => code === 'hype' && severity === 'warning')).toBe(true)
  expect(results.find(({ name }) => name === 'Plain words')?.passed).toBe(true)
  expect(results.every(({ detail }) => detail !== '')).toBe(true)
})

test('evidence is at most 200 characters', () => {
  const text = 'word '.repeat(400)
  const { findings } = checkDraft(subjectOf({ texts: [text], blocks: [{ text, sources: [] }] }))
  expect(findings.length).toBeGreaterThan(0)
  expect(Math.max(...findings.map(({ evidence }) => evidence.length))).toBeLessThanOrEqual(200)
})
