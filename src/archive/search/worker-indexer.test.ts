import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openArchive, type Archive } from '#archive/archive.ts'
import { openSearchIndex, type SearchIndex } from '#archive/search-index.ts'
import { Unavailable } from '#bucket/bucket.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { openBlog } from '../../../tests/fixtures/blog.ts'

const folders: string[] = []
const open: SearchIndex[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((index) => index.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function startBlog() {
  const folder = mkdtempSync(join(tmpdir(), 'stet-search-'))
  folders.push(folder)
  const [address, cache] = [`file:${join(folder, 'bucket')}`, join(folder, 'cache')]
  const bucket = directoryBucket(join(folder, 'bucket'))
  const errors: unknown[] = []
  const { publish: publishPost, retract } = await openBlog(bucket)
  const publish = (id: string, title: string, markdown = 'Text') => publishPost(id, { title, markdown, tags: [] })
  async function start(
    over: { cache?: string | null; address?: string; archive?: Archive; synonyms?: Record<string, string[]> } = {},
  ) {
    const other = over.archive ?? (await openArchive({ bucket, pollEvery: 0 }))
    const onError = (error: unknown) => errors.push(error)
    const index = openSearchIndex({ archive: other, bucket, address, cache, onError, ...over })
    open.push(index)
    const find = async (query: string) => (await index.search(query, 8)).posts.map(({ id }) => id)
    return { ...index, archive: other, find }
  }
  const file = () => join(cache, readdirSync(cache).find((name) => name.endsWith('.sqlite')) ?? 'none')
  return { bucket, errors, folder, publish, retract, start, file }
}

// Deletes a post's text so that a search finds its words only if the index already contains them.
async function forget({ folder }: { folder: string }, id: string) {
  rmSync(join(folder, 'bucket', 'posts', 'technology', id, 'content.json'))
}

test('the worker thread indexes new journal events', async () => {
  const blog = await startBlog()
  await blog.publish('a', 'Leap seconds')
  const { find, archive, related } = await blog.start({ synonyms: { almanac: ['calendar'] } })
  await found({ find }, 'leap').toEqual(['a'])
  await blog.publish('b', 'Leap years', 'About calendars.')
  await archive.refresh()
  await found({ find }, 'calendars').toEqual(['b'])
  await found({ find }, 'almanac').toEqual(['b'])
  const post = archive.find('technology', 'a')
  expect(post && (await related(post, '')).map(({ id }) => id)).toEqual(['b'])
  expect(blog.errors).toEqual([])
})

test('a new process uses the stored index and adds later events', async () => {
  const blog = await startBlog()
  await blog.publish('a', 'One', 'About calendars.')
  await blog.publish('gone', 'Two', 'About calendars.')
  const first = await blog.start()
  await found(first, 'calendars').toEqual(['a', 'gone'])
  await first.close()
  await forget(blog, 'a')
  await blog.retract('gone')
  await blog.publish('b', 'Three', 'More about calendars.')
  await found(await blog.start(), 'calendars').toEqual(['a', 'b'])
  expect(blog.errors).toEqual([])
})

test('can remove posts one by one after indexing them in one batch', async () => {
  const blog = await startBlog()
  const ids = ['a', 'b', 'c', 'd']
  for (const id of ids) await blog.publish(id, 'Leap seconds')
  const index = await blog.start()
  await found(index, 'leap').toEqual(ids)
  for (const [place, id] of ids.entries()) {
    await blog.retract(id)
    await index.archive.refresh()
    await found(index, 'leap').toEqual(ids.slice(place + 1))
  }
  expect(blog.errors).toEqual([])
})

test('rebuilds an index file that is damaged, outdated or from another journal', async () => {
  const blog = await startBlog()
  await blog.publish('a', 'One', 'About calendars.')
  const file = async () => {
    const index = await blog.start()
    await found(index, 'calendars').toEqual(['a'])
    await index.close()
    return blog.file()
  }
  // The SQL statements fail unless the index was rebuilt after the previous damage.
  writeFileSync(await file(), 'x'.repeat(10_000))
  truncateSync(await file(), 20_000)
  truncateSync(await file(), 0)
  change(await file(), 'PRAGMA user_version = 999')
  change(await file(), 'DROP TABLE words')
  change(await file(), 'UPDATE progress SET sequence = 99')
  change(await file(), "UPDATE progress SET write_id = 'other'")
  await file()
  await forget(blog, 'a')
  await file()
})

test('rebuilds the index file if a query detects damage', async () => {
  const blog = await startBlog()
  for (let id = 0; id < 30; id += 1) await blog.publish(`p${id}`, 'One', `n${id} `.repeat(50))
  const first = await blog.start()
  await found(first, 'n7').toEqual(['p7'])
  await first.close()
  // Move the WAL's content into the main file, then overwrite the second half of that file.
  change(blog.file(), 'PRAGMA wal_checkpoint')
  const bytes = readFileSync(blog.file())
  writeFileSync(blog.file(), bytes.fill(0, bytes.length / 2))
  const second = await blog.start()
  await found(second, 'n7').toEqual(['p7'])
})

test("a second process finds the same posts without using the first process's file", async () => {
  const blog = await startBlog()
  await blog.publish('a', 'Leap seconds')
  const [first, second] = [await blog.start(), await blog.start()]
  await found(first, 'leap').toEqual(['a'])
  await found(second, 'leap').toEqual(['a'])
  await blog.publish('b', 'Leap years')
  for (const each of [first, second]) {
    await each.archive.refresh()
    await found(each, 'leap').toEqual(['a', 'b'])
  }
  expect(readdirSync(join(blog.folder, 'cache')).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1)
  expect(blog.errors).toEqual([])
})

test('reports a read-only cache folder once, and still finds posts', async () => {
  const blog = await startBlog()
  await blog.publish('a', 'Leap seconds')
  writeFileSync(join(blog.folder, 'file'), '')
  const { find } = await blog.start({ cache: join(blog.folder, 'file', 'cache') })
  await found({ find }, 'leap').toEqual(['a'])
  expect(blog.errors.map(String)).toEqual([expect.stringContaining('set CACHE to another folder')])
})

test('reports a worker thread that cannot start, and rejects requests', async () => {
  const blog = await startBlog()
  await blog.publish('a', 'Leap seconds')
  const { find, related, archive } = await blog.start({ address: 'nonsense:' })
  await expect(find('leap')).rejects.toThrow(Unavailable)
  await expect(find('leap')).rejects.toThrow(Unavailable)
  const post = archive.find('technology', 'a')
  await expect(post && related(post, '')).rejects.toThrow(Unavailable)
  await expect.poll(() => blog.errors.map(String)).toContainEqual(expect.stringContaining('"nonsense:" is not'))
})

test('restarts a stopped worker thread, and adds later events', async () => {
  const threads: Worker[] = []
  const listen = (thread: Worker) => threads.push(thread)
  process.on('worker', listen)
  const blog = await startBlog()
  await blog.publish('a', 'Leap seconds')
  const index = await blog.start()
  await found(index, 'leap').toEqual(['a'])
  process.off('worker', listen)
  expect(threads).toHaveLength(1)
  await threads[0]?.terminate()
  await expect(index.find('leap')).rejects.toThrow(Unavailable)
  await blog.publish('b', 'Leap years')
  await index.archive.refresh()
  await found(index, 'leap').toEqual(['a', 'b'])
  expect(blog.errors).toEqual([])
})

test('keeps the stored index while the bucket is unavailable', async () => {
  const blog = await startBlog()
  await blog.publish('a', 'One', 'About calendars.')
  const first = await blog.start()
  await found(first, 'calendars').toEqual(['a'])
  await first.close()
  await forget(blog, 'a')
  const journal = join(blog.folder, 'bucket', 'journal')
  const other = await openArchive({ bucket: blog.bucket, pollEvery: 0 })
  renameSync(journal, `${journal}-away`)
  const second = await blog.start({ archive: other })
  await found(second, 'calendars').toEqual(['a'])
  renameSync(`${journal}-away`, journal)
  await blog.publish('b', 'Two', 'About clocks.')
  await other.refresh()
  await found(second, 'clocks').toEqual(['b'])
  await found(second, 'calendars').toEqual(['a'])
})

// Polls, because indexing takes longer on a busy machine.
function found({ find }: { find: (query: string) => Promise<string[]> }, query: string) {
  return expect.poll(async () => (await find(query).catch(() => [])).toSorted(), { timeout: 10_000 })
}

function change(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}
