import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { draftSchema } from '#newsroom/article/draft-json-schema.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'

async function copyOfPrompts(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-prompts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('editorial/prompts', folder, { recursive: true })
  return folder
}

test('keeps the prompts consistent with the check rules and the field names', async () => {
  const { write, revise, judge, hash } = await readPrompts('editorial/prompts')
  for (const rule of [
    '6 to 11 words',
    '16 to 30 words',
    '3 to 6',
    '150 to 400',
    '400 to 1,000',
    'twelve words',
    'three at most',
  ])
    expect(write).toContain(rule)
  for (const rule of ['6 to 11 words', '16 to 30', 'three at most']) expect(revise).toContain(rule)
  for (const field of propertiesIn(draftSchema([]))) expect(write).toContain(`"${field}"`)
  for (const field of ['replacements', 'remove', 'keep', 'where', 'text', 'from', 'compute', 'reason'])
    expect(revise).toContain(`"${field}"`)
  for (const field of ['item', 'id', 'reason', 'verdict']) expect(judge).toContain(`"${field}"`)
  for (const verdict of ['supported', 'contradicted', 'unsupported', 'doubtful'])
    expect(judge).toContain(`\`${verdict}\``)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

test('changes the hash whenever a prompt changes, and only then', async () => {
  const folder = await copyOfPrompts()
  const before = await readPrompts(folder)
  expect(before).toEqual(await readPrompts('editorial/prompts'))
  const hashes = new Set([before.hash])
  for (const name of ['edit', 'write', 'revise', 'judge'] as const) {
    await writeFile(join(folder, `${name}.md`), `${before[name]} More.`)
    hashes.add((await readPrompts(folder)).hash)
  }
  expect(hashes.size).toBe(5)
})

test('names the prompt file that is missing or empty', async () => {
  const folder = await copyOfPrompts()
  await writeFile(join(folder, 'judge.md'), ' \n')
  await expect(readPrompts(folder)).rejects.toThrow(/judge\.md is empty/)
  await rm(join(folder, 'judge.md'))
  await expect(readPrompts(folder)).rejects.toThrow(/judge\.md cannot be read/)
})

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => [
    ...(key === 'properties' ? Object.keys(Object(value)) : []),
    ...propertiesIn(value),
  ])
}
