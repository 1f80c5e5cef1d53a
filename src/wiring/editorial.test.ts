import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { readEditorial, readSynonyms } from './editorial.ts'

const shape = z.object({ owner: z.string(), categories: z.array(z.object({ posts: z.int().min(0) })) })

test.for([
  ['{ "owner": 3, "categories": [{ "posts": -1 }] }', [/owner .*expected string/, /categories\.0\.posts .*>=0/]],
  ['[]', [/top level .*expected object/]],
  ['{ "owner": ', [/cannot be read as JSON: .*JSON/]],
] satisfies [string, RegExp[]][])(
  'the error message for %s names the file, each invalid field and the expected type',
  async ([text, sentences]) => {
    const folder = await mkdtemp(join(tmpdir(), 'stet-editorial-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'site.json')
    await writeFile(file, text)
    const message = await readEditorial(file, shape).catch((error: unknown) => String(error))
    if (typeof message !== 'string') throw new Error('It was not rejected.')
    const lines = message.replace(/^Error: /, '').split('\n')
    expect(lines).toHaveLength(sentences.length)
    for (const [index, line] of lines.entries()) {
      expect(line).toContain(file)
      expect(line).toMatch(sentences[index] ?? /never/)
    }
  },
)

test('editorial/synonyms.json is valid', async () => {
  expect(Object.keys(await readSynonyms())).toContain('ssl')
})

test('the error message for a missing file contains its path', async () => {
  await expect(readEditorial('editorial/none.json', shape)).rejects.toThrow('editorial/none.json cannot be read')
})
