import { expect, test } from 'vitest'
import type { Subject } from '#newsroom/checks/check.ts'
import { checkDraft, CHECKS, EVIDENCE_NAME, isForm } from '#newsroom/checks/check-draft.ts'
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
    findings.filter(({ severity }) => severity === 'error').map((finding) => ({ name, ...finding })),
  )
  expect(subjects.length).toBeGreaterThanOrEqual(20)
  expect(new Set(errors.map(({ name }) => name)).size / subjects.length, JSON.stringify(errors)).toBeLessThan(0.05)
})

test('careful drafts on other events are no repeats of one another', () => {
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
  expect(new Set(results.map(({ name }) => name)).size).toBe(8)
  expect(results.find(({ name }) => name === EVIDENCE_NAME)?.passed).toBe(false)
  expect(findings.some(({ code, severity }) => code === 'form-hype' && severity === 'warning')).toBe(true)
  expect(results.find(({ name }) => name === 'Plain words')?.passed).toBe(true)
  expect(results.every(({ detail }) => detail !== '')).toBe(true)
})

test('findings about form are told apart from those about facts by their codes', () => {
  const texts = ['The ferry Wren sails from Varnhem.']
  const blocks = [{ text: 'The ferry Curlew sails. See https://ferry.example.' }]
  const { findings } = checkDraft(subjectOf({ texts, blocks, draft: { title: said('The Wren sails') } }))
  const codes = (form: boolean) => [
    ...new Set(findings.map(({ code }) => code).filter((code) => isForm(code) === form)),
  ]
  expect(codes(true).toSorted()).toEqual([
    'form-draft-length',
    'form-excerpt-length',
    'form-sections-length',
    'form-tag-count',
    'form-title-length',
  ])
  expect(codes(false).toSorted()).toEqual(['address', 'name-not-in-sources'])
})

test('what is for the judge and what was added comes with the findings', () => {
  const texts = ['Run these:\n\n```\nferry sync\nferry go\n```\n\nThe port has not paid for the new hull.']
  const blocks = [
    { kind: 'code' as const, text: 'ferry sync\nferry go', from: ['S1.2'] },
    { text: 'The port has paid for the new hull.', from: ['S1.4'] },
  ]
  const { hints, healed } = checkDraft(subjectOf({ texts, blocks }))
  expect(healed).toEqual([{ where: 'sections.0.blocks.0', add: ['S1.3'] }])
  expect(hints.map(({ where }) => where)).toEqual(['sections.0.blocks.1.sentences.0'])
})

test('evidence is at most 200 characters', () => {
  const text = 'word '.repeat(400)
  const { findings } = checkDraft(subjectOf({ texts: [text], blocks: [{ text, from: [] }] }))
  expect(findings.length).toBeGreaterThan(0)
  expect(Math.max(...findings.map(({ evidence }) => evidence.length))).toBeLessThanOrEqual(200)
})
