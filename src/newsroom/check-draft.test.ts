import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Subject } from '#newsroom/check.ts'
import { checkDraft, CHECKS } from '#newsroom/check-draft.ts'
import { subjectOf } from '#newsroom/checks/subject-of.ts'
import { draft } from '#newsroom/draft.ts'

const story = z.object({
  sources: z.array(
    z.object({ publisher: z.string(), title: z.string(), url: z.string(), date: z.string(), text: z.string() }),
  ),
  draft,
})

const FOLDER = 'tests/fixtures/newsroom/stories'
const subjects = readdirSync(FOLDER).map((name): [string, Subject] => {
  const { sources, draft } = story.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))
  const references = sources.map((source, index) => ({ id: `S${index + 1}`, hash: '0', ...source }))
  return [name, { draft, references, published: [], canaries: ['velvet-quokka'], instructions: '' }]
})

test('fewer than one careful draft in twenty is blocked', () => {
  const blocked = subjects.filter(([, subject]) => checkDraft(subject).findings.some(({ level }) => level === 'block'))
  expect(subjects.length).toBeGreaterThanOrEqual(20)
  expect(blocked.length / subjects.length).toBeLessThan(0.05)
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
  expect(findings.some(({ code, level }) => code === 'hype' && level === 'warn')).toBe(true)
  expect(results.find(({ name }) => name === 'Plain words')?.passed).toBe(true)
  expect(results.every(({ detail }) => detail !== '')).toBe(true)
})

test('evidence is at most 200 characters', () => {
  const text = 'word '.repeat(400)
  const { findings } = checkDraft(subjectOf({ texts: [text], blocks: [{ text, sources: [] }] }))
  expect(findings.length).toBeGreaterThan(0)
  expect(Math.max(...findings.map(({ evidence }) => evidence.length))).toBeLessThanOrEqual(200)
})
