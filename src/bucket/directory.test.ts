import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PreconditionFailed, Unavailable, Unsupported } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { explain } from '#bucket/file-system.ts'

const body = new TextEncoder().encode('text')
const plain = { contentType: 'text/plain' }
const createOnly = { ...plain, ifNoneMatch: '*' as const }

let folder = ''
let root = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stet-directory-'))
  root = join(folder, 'bucket')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

test("stores an object in a file named after its key, and the key's extension determines the content type", async () => {
  const bucket = directoryBucket(root)
  await bucket.put('posts/ai/one/content.json', body, { contentType: 'text/odd', cacheControl: 'no-store' })
  expect(await readFile(join(root, 'posts/ai/one/content.json'), 'utf8')).toBe('text')
  expect(await bucket.get('posts/ai/one/content.json')).toMatchObject({
    contentType: 'application/json',
    cacheControl: null,
  })
})

test('reading does not create a folder', async () => {
  const bucket = directoryBucket(root)
  await bucket.get('a')
  await Array.fromAsync(bucket.keys(''))
  await bucket.delete('a')
  expect(await readdir(folder)).toEqual([])
})

test('a put does not leave unfinished files, and lists do not contain any', async () => {
  const bucket = directoryBucket(root)
  await bucket.put('a', body, createOnly)
  await expect(bucket.put('a', body, createOnly)).rejects.toThrow(PreconditionFailed)
  await writeFile(join(root, '.temporary', 'left-behind'), 'half')
  expect(await Array.fromAsync(bucket.keys(''))).toEqual(['a'])
  expect(await bucket.get('.temporary/left-behind')).toBeNull()
  expect(await readdir(join(root, '.temporary'))).toEqual(['left-behind'])
})

test('the first put deletes unfinished files that are older than an hour', async () => {
  const now = Date.now()
  await mkdir(join(root, '.temporary'), { recursive: true })
  for (const [name, minutes] of [['old', 61] as const, ['young', 59] as const]) {
    await writeFile(join(root, '.temporary', name), 'half')
    const time = new Date(now - minutes * 60_000)
    await utimes(join(root, '.temporary', name), time, time)
  }
  await directoryBucket(root).put('a', body, plain)
  expect(await readdir(join(root, '.temporary'))).toEqual(['young'])
})

test.each([
  ['was moved', false, 'none'],
  ['was moved after a put', true, 'none'],
  ['was unmounted, so that its mount point is empty', false, 'empty'],
  ['was unmounted after a put', true, 'empty'],
])('does not create a folder again that %s', async (_name, hasPut, left) => {
  await directoryBucket(root).put('a', body, plain)
  const bucket = directoryBucket(root)
  if (hasPut) await bucket.put('b', body, plain)
  await rename(root, join(folder, 'moved'))
  if (left === 'empty') await mkdir(root)
  for (const options of [plain, createOnly])
    await expect(bucket.put('posts/c', body, options)).rejects.toThrow(Unavailable)
  await rm(root, { recursive: true, force: true })
  expect(await readdir(folder)).toEqual(['moved'])
  await rename(join(folder, 'moved'), root)
  await bucket.put('posts/c', body, createOnly)
  expect(await readdir(root)).toContain('posts')
})

test('does not create a folder again that is moved during a put', async () => {
  const bucket = directoryBucket(root)
  await bucket.put('a/b', body, plain)
  const moving = rename(root, join(folder, 'moved'))
  await Promise.allSettled([moving, ...Array.from({ length: 50 }, (_, index) => bucket.put(`c/${index}`, body, plain))])
  expect(await readdir(folder)).toEqual(['moved'])
})

test('rejects a key that is the folder of an existing key, and the reverse', async () => {
  const bucket = directoryBucket(root)
  await bucket.put('a', body, plain)
  await bucket.put('b/c', body, plain)
  for (const options of [plain, createOnly]) {
    await expect(bucket.put('a/b', body, options)).rejects.toThrow(Unsupported)
    await expect(bucket.put('b', body, options)).rejects.toThrow(Unsupported)
  }
  expect(await Array.fromAsync(bucket.keys(''))).toEqual(['a', 'b/c'])
})

test('deleting the last object in a folder deletes the folder, but not the bucket', async () => {
  const bucket = directoryBucket(root)
  await bucket.put('a/b/c', body, plain)
  await bucket.delete('a/b/c')
  expect(await readdir(root)).toEqual(['.temporary'])
})

test('does not follow symbolic links inside the folder', async () => {
  const outside = join(folder, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await mkdir(root)
  await symlink(outside, join(root, 'out'))
  await symlink(join(outside, 'secret.txt'), join(root, 'secret.txt'))
  const bucket = directoryBucket(root)
  for (const key of ['out/secret.txt', 'secret.txt']) await expect(bucket.get(key)).rejects.toThrow(Unsupported)
  await expect(bucket.put('out/new/file.txt', body, plain)).rejects.toThrow('symbolic link')
  await expect(bucket.delete('out/secret.txt')).rejects.toThrow(Unsupported)
  expect(await Array.fromAsync(bucket.keys(''))).toEqual([])
  expect(await readdir(outside)).toEqual(['secret.txt'])
})

test('a put replaces a symbolic link, not its target', async () => {
  await mkdir(root)
  await writeFile(join(folder, 'kept.txt'), 'kept')
  await symlink(join(folder, 'kept.txt'), join(root, 'a.txt'))
  const bucket = directoryBucket(root)
  await expect(bucket.put('a.txt', body, createOnly)).rejects.toThrow(PreconditionFailed)
  await bucket.put('a.txt', body, plain)
  expect(await readFile(join(folder, 'kept.txt'), 'utf8')).toBe('kept')
  expect((await bucket.get('a.txt'))?.body).toHaveLength(4)
})

test("the bucket's own folder can be a symbolic link", async () => {
  await mkdir(join(folder, 'disk'))
  await symlink(join(folder, 'disk'), root)
  const bucket = directoryBucket(root)
  await bucket.put('a/b.txt', body, plain)
  expect(await bucket.get('a/b.txt')).not.toBeNull()
  expect(await Array.fromAsync(bucket.keys(''))).toEqual(['a/b.txt'])
})

test.each(['ENOSPC', 'EACCES', 'EROFS'])('converts %s to Unavailable with advice', async (code) => {
  const refused = Object.assign(new Error(code), { code })
  const error = explain({ doing: 'store a', root: '/srv/bucket' }, refused)
  expect(error).toBeInstanceOf(Unavailable)
  expect(String(error)).toMatch(/: The bucket in \/srv\/bucket could not store a: .+\. .+ \(E[A-Z]+\)\.$/)
  expect(error).toMatchObject({ cause: refused })
})
