import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPrompts } from '#newsroom/drafting/prompts.ts'

async function copyOfPrompts(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-prompts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('editorial/prompts', folder, { recursive: true })
  return folder
}

test('the prompts hold the rules that drafts are checked by, each in its own file', async () => {
  const { write, revise, judge, hash } = await readPrompts('editorial/prompts')
  for (const rule of ['35 to 70', '110 to 180', '3 to 6', '600 to 1,200', 'twelve words', 'character for character'])
    expect(write).toContain(rule)
  for (const field of ['title', 'excerpt', 'tags', 'sections', 'heading', 'blocks', 'kind', 'rows', 'why_it_matters'])
    expect(write).toContain(`\`${field}\``)
  for (const verdict of ['contradicted', 'unsupported', 'doubtful']) expect(judge).toContain(`\`${verdict}\``)
  expect(revise).toMatch(/complaint/)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

test('the hash changes with any word of any prompt, and with nothing else', async () => {
  const folder = await copyOfPrompts()
  const before = await readPrompts(folder)
  expect(before).toEqual(await readPrompts('editorial/prompts'))
  const hashes = new Set([before.hash])
  for (const name of ['write', 'revise', 'judge'] as const) {
    await writeFile(join(folder, `${name}.md`), `${before[name]} More.`)
    hashes.add((await readPrompts(folder)).hash)
  }
  expect(hashes.size).toBe(4)
})

test('a prompt that is missing or empty is named', async () => {
  const folder = await copyOfPrompts()
  await writeFile(join(folder, 'judge.md'), ' \n')
  await expect(readPrompts(folder)).rejects.toThrow(/judge\.md is empty/)
  await rm(join(folder, 'judge.md'))
  await expect(readPrompts(folder)).rejects.toThrow(/judge\.md cannot be read/)
})
