import { expect, test } from 'vitest'
import type { Ask } from '#newsroom/llm/model.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { claimsOf } from '#newsroom/article/draft.ts'
import { writeInSections } from '#newsroom/drafting/write-in-sections.ts'
import { sourceWith } from '../../../tests/fixtures/newsroom/drafts.ts'
import { ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

const prompts = { ...(await readPrompts('editorial/prompts')), sections: 'Write in steps.' }
const said = (text: string, ...from: string[]) => ({ text, from })
const outline = {
  angle: 'A ferry runs on a battery.',
  leave_out: [],
  title: said('Kestrel Bay crosses by battery', 'S1.1'),
  excerpt: [said('The ferry replaces a ship that burned diesel.', 'S1.7')],
  tags: ['ferries', 'batteries', 'ports'],
  sections: [
    { heading: said(''), about: 'what is new' },
    { heading: said('Two stops in a hundred'), about: 'tests' },
  ],
}
const sections = [
  { paragraphs: [{ sentences: [said('The ferry takes 140 passengers.', 'S1.2')] }] },
  {
    paragraphs: [
      { sentences: [said('It ran 412 tests.', 'S2.1')] },
      { sentences: [said('Nine were stopped.', 'S2.1')] },
    ],
  },
]

test('an outline and a call for each section make one draft, over the same beginning', async () => {
  const { ask, asked } = askWith([outline, ...sections])
  const { draft, findings, canaries, instructions } = await write(ask)
  expect(findings).toEqual([])
  expect(draft?.form).toBe('brief')
  expect(draft?.sections.map(({ heading }) => heading?.text)).toEqual([undefined, 'Two stops in a hundred'])
  expect(draft && claimsOf(draft).map(({ text, from }) => [text, ...from])).toContainEqual([
    'It ran 412 tests.',
    'S2.1',
  ])
  expect(asked.map(({ schemaName }) => schemaName)).toEqual(['outline', 'section', 'section'])
  expect(new Set(asked.map((question) => question.instructions))).toEqual(new Set([instructions]))
  // What a model has read, it does not read again.
  const [start = ''] = asked[0]?.prompt.split('\n\nWrite the outline.') ?? []
  expect(start.length).toBeGreaterThan(1_000)
  for (const { prompt } of asked) expect(prompt.startsWith(start)).toBe(true)
  expect(asked[2]?.prompt).toContain('The ferry takes 140 passengers.')
  expect(canaries.length).toBeGreaterThan(0)
})

test('the grammar names the units that were shown, and every text and list of it has an end', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `Sentence ${index} tells of a ferry.`)
  const { ask, asked } = askWith([outline, ...sections])
  const context = [sourceWith('A1', ['We wrote of the old ferry.'])]
  await write(ask, { sources: [sourceWith('S1', many), sourceWith('S2', many)], context })
  for (const { schema, prompt } of asked) {
    const lists = [...JSON.stringify(schema).matchAll(/"enum":(\[[^\]]*\])/g)].map(([, list = '']): unknown =>
      JSON.parse(list),
    )
    const ids = lists.flat().filter((id) => String(id).includes('.'))
    // As many as a grammar names at several places without trouble.
    expect(new Set(ids).size).toBe(100)
    for (const id of new Set(ids)) expect(prompt).toContain(`[${String(id)}]`)
    for (const text of JSON.stringify(schema).match(/\{"type":"string"[^}]*\}/g) ?? [])
      expect(text).toMatch(/"maxLength":|"enum":/)
    expect(JSON.stringify(schema).match(/"type":"array"/g)).toHaveLength(
      JSON.stringify(schema).match(/"maxItems":/g)?.length ?? 0,
    )
    expect(prompt).not.toContain('We wrote of the old ferry.')
    // With the rules and the answer, it fits: four characters are a token.
    expect(prompt.length / 3.5).toBeLessThan(16_384 - 4_000)
  }
})

test('a section that cannot be read is left out; without any, there is no draft', async () => {
  const one = await write(askWith([outline, 'prose', sections[1]]).ask)
  expect(one.draft?.sections).toHaveLength(1)
  const none = await write(askWith([outline, 'prose', 'prose']).ask)
  expect([none.draft, none.findings.map(({ code }) => code)]).toEqual([null, ['unreadable']])
})

test('an outline that cannot be read is asked for once more, in other words', async () => {
  const { ask, asked } = askWith(['prose', outline, ...sections])
  const unread = await write(ask)
  expect([unread.draft, unread.findings.map(({ code }) => code)]).toEqual([null, ['unreadable']])
  expect((await write(ask, { unread })).draft).not.toBeNull()
  expect(asked[1]?.prompt).not.toBe(asked[0]?.prompt)
})

type Question = Parameters<Ask>[0]

function askWith(outputs: unknown[]) {
  const [left, asked] = [[...outputs], new Array<Question>()]
  const ask: Ask = (question) => {
    asked.push(question)
    const output = left.shift()
    return Promise.resolve({ text: '', output, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } })
  }
  return { ask, asked }
}

function write(ask: Ask, given: Partial<Parameters<typeof writeInSections>[0]> = {}) {
  return writeInSections({
    ask,
    prompts,
    sources: ferrySources,
    context: [],
    recent: [],
    category: 'web-development',
    date: '2026-11-20',
    seed: 'seed',
    unread: null,
    window: 16_384,
    ...given,
  })
}
