import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cacheBeside, openBucket } from '#bucket/open.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stet open-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('opens a folder by an absolute path, a relative path or a URL', async () => {
  const addresses = [`file:${folder}`, `file:${relative(process.cwd(), folder)}`, pathToFileURL(folder).href]
  for (const [index, address] of addresses.entries()) {
    await openBucket(address).put(`${index}.txt`, Buffer.from(address), { contentType: 'text/plain' })
    expect(await readFile(join(folder, `${index}.txt`), 'utf8')).toBe(address)
  }
})

test('opens a new, empty bucket each time the address is memory:', async () => {
  await openBucket('memory:').put('a', new Uint8Array(), { contentType: 'text/plain' })
  expect(await openBucket('memory:').get('a')).toBeNull()
})

test.each(['s4://bucket', '', 'file:', 'data/bucket', 'memory', 'https://example.org'])(
  'rejects the address "%s", and shows valid examples',
  (address) => {
    expect(() => openBucket(address)).toThrow(/file:data\/bucket.*memory:/)
  },
)

test('the message for a rejected address does not contain its credentials', () => {
  const address = 'https://key:S3cret/+@s3.example.org/blog'
  expect(() => openBucket(address)).toThrow(/^"https:\/\/…@s3\.example\.org\/blog" is not/)
})

test('the cache folder is next to the folder of the bucket', () => {
  expect(cacheBeside('file:data/bucket')).toBe(join('data', 'cache'))
  expect(cacheBeside(pathToFileURL(folder).href)).toBe(join(folder, '..', 'cache'))
  expect(cacheBeside('memory:')).toBeNull()
})
