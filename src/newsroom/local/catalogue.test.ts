import { expect, test } from 'vitest'
import { namedModel, WRITERS } from '#newsroom/local/catalogue.ts'

const named = (given: string, sha256: string | null = null) => namedModel(given, { known: WRITERS, sha256 })

test('every known model is pinned to a commit, a size and a digest', () => {
  for (const { files } of WRITERS)
    for (const { revision, size, sha256 } of files) {
      expect(revision).toMatch(/^[0-9a-f]{40}$/)
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(size).toBeGreaterThan(10 ** 9)
    }
})

test('a model is named by a known name, an address on a hub, or a path', () => {
  expect(named('qwen3-1.7b')).toMatchObject({ name: 'qwen3-1.7b', files: [{ file: 'Qwen3-1.7B-Q4_K_M.gguf' }] })
  expect(named('hf:owner/repo/folder/m.gguf')).toMatchObject({
    name: 'owner/repo/folder/m.gguf',
    files: [{ repository: 'owner/repo', file: 'folder/m.gguf', revision: 'main', sha256: null, size: null }],
  })
  expect(named('hf:owner/repo/m.gguf@v1.0')).toMatchObject({ files: [{ revision: 'v1.0' }] })
  // No folder of the machine gets on record.
  expect(named('/home/somebody/m.gguf')).toEqual({ name: 'm.gguf', known: null, path: '/home/somebody/m.gguf' })
})

test('an operator’s pin comes before the catalogue’s', () => {
  const pin = 'c'.repeat(64)
  expect(named('qwen3-1.7b', pin)).toMatchObject({ files: [{ sha256: pin, size: null }] })
  expect(named('hf:owner/repo/m.gguf', pin)).toMatchObject({ files: [{ sha256: pin }] })
})

test('what names no model is told what can be named', () => {
  for (const given of ['gpt-5', 'hf:owner/m.gguf', 'hf:owner/repo/../../m.gguf', ''])
    expect(() => named(given), given).toThrow('name one of qwen3-4b-instruct-2507, qwen3-1.7b, an address such as')
})
