import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { draftSchema } from '#newsroom/article/draft-json-schema.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'

test('keeps the prompts consistent with the check rules and the field names', async () => {
  const { edit, write, cite, revise, judge } = await readPrompts('editorial/prompts')
  for (const rule of ['6 to 11 words', '16 to 30 words', '150 to 400', '400 to 1,000', 'twelve words'])
    expect(write).toContain(rule)
  for (const rule of ['6 to 11 words', '16 to 30', '3 to 6', 'eight at most', 'twelve words'])
    expect(cite).toContain(rule)
  for (const field of ['leave_out', 'article']) expect(write).toContain(`"${field}"`)
  for (const rule of ['6 to 11 words', '16 to 30', 'eight at most']) expect(revise).toContain(rule)
  const properties = new Set(
    JSON.stringify(draftSchema([]))
      .match(/(?<="required":\[)[^\]]+/g)
      ?.flatMap((list) => list.split(',')),
  )
  expect(properties.size).toBeGreaterThan(15)
  for (const field of properties) expect(cite).toContain(field)
  for (const field of ['replacements', 'remove', 'keep', 'where', 'text', 'from', 'compute', 'reason'])
    expect(revise).toContain(`"${field}"`)
  for (const field of ['item', 'id', 'reason', 'verdict']) expect(judge).toContain(`"${field}"`)
  for (const verdict of ['supported', 'contradicted', 'unsupported', 'doubtful'])
    expect(judge).toContain(`\`${verdict}\``)
  for (const field of ['category', 'members', 'event', 'why', 'worth', 'stories', 'not_news'])
    expect(edit).toContain(`"${field}"`)
  for (const worth of [1, 2, 3, 4, 5]) expect(edit).toMatch(new RegExp(`^- ${worth}: `, 'm'))
})

test('names the prompt file that is missing or empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-prompts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('editorial/prompts', folder, { recursive: true })
  await writeFile(join(folder, 'judge.md'), ' \n')
  await expect(readPrompts(folder)).rejects.toThrow(/judge\.md is empty/)
  await rm(join(folder, 'judge.md'))
  await expect(readPrompts(folder)).rejects.toThrow(/judge\.md cannot be read/)
})
