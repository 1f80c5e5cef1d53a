import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Journal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { readPost } from '#archive/post-store.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { illustrate } from '#newsroom/publishing/illustrate.ts'
import { addWidths } from '#newsroom/publishing/pictures/add-widths.ts'
import { openBlog, postOf } from '../../../../tests/fixtures/blog.ts'

const LADDER = [240, 480, 720, 960, 1200]
// The image record of an older post. Some older posts have other widths, and some have no image record.
const BEFORE = { widths: [320, 640], formats: ['webp' as const], placeholder: '#123456', alt: 'A clock.' }
const face = { figure: 'clock', printing: 'paper' } as const
const [png] = (await illustrate({ id: 'a', category: 'technology', face, numbers: [] })).files

test('adds missing widths to older posts and keeps their other data', async () => {
  const room = await openBlog()
  await publishOld(room, 'a', BEFORE)
  await publishOld(room, 'b')
  const before = await keysOf(room.bucket)
  expect(await addWidths({ ...room, onError: fail })).toBe(2)

  const post = await readPost({ ...room, category: 'technology', id: 'a' })
  expect(post?.picture).toEqual({ widths: LADDER, formats: ['webp'], placeholder: '#123456', alt: 'A clock.' })
  for (const id of ['a', 'b']) {
    const picture = { widths: LADDER, formats: ['webp'] }
    expect(room.archive.find('technology', id)).toMatchObject({ title: id, picture })
    for (const width of LADDER) {
      const file = await room.bucket.get(`posts/technology/${id}/thumbnail-${width}.webp`)
      expect((await sharp(file?.body).metadata()).width).toBe(width)
    }
  }
  expect(before.difference(await keysOf(room.bucket))).toEqual(new Set())
  // Every other archive reads the same state from the journal.
  const other = await openBlog(room.bucket)
  expect(other.archive.find('technology', 'b')?.picture?.widths).toEqual(LADDER)
  // A second call finds nothing to do.
  expect(await addWidths({ ...room, onError: fail })).toBe(0)
})

test('resumes after an interruption, and skips only a post whose image cannot be read', async () => {
  const room = await openBlog()
  for (const id of ['a', 'b', 'c']) await publishOld(room, id)
  await room.bucket.put('posts/technology/b/thumbnail.png', Buffer.from('no picture'), { contentType: 'image/png' })
  let appended = 0
  const stopping: Journal = {
    ...room.journal,
    append: async (draft) => {
      appended += 1
      if (appended === 2) throw new Error('stopped')
      return await room.journal.append(draft)
    },
  }
  const messages: string[] = []
  const onError = (error: Error) => messages.push(error.message)
  expect(await addWidths({ ...room, journal: stopping, onError })).toBe(1)
  expect(await addWidths({ ...room, onError })).toBe(1)
  const failed = messages.map(
    (message) => /^No smaller images were created for the post technology\/(.): ./.exec(message)?.[1],
  )
  expect(failed.toSorted()).toEqual(['b', 'b', 'c'])
  expect(room.archive.find('technology', 'b')).not.toHaveProperty('picture')
  for (const id of ['a', 'c']) expect(room.archive.find('technology', id)?.picture?.widths).toEqual(LADDER)
})

type Room = Awaited<ReturnType<typeof openBlog>>

async function publishOld(room: Room, id: string, picture?: typeof BEFORE): Promise<void> {
  if (png === undefined) throw new Error('There is no picture.')
  const small = await sharp(png.body).resize(320).webp().toBuffer()
  const old = (picture?.widths ?? []).map((width) => {
    return { name: `thumbnail-${width}.webp`, body: small, contentType: 'image/webp' }
  })
  const post = postOf(id, { title: id, picture })
  await publishPost({ ...room, post, files: [png, ...old] })
}

async function keysOf(bucket: Bucket): Promise<Set<string>> {
  return new Set(await Array.fromAsync(bucket.keys('posts/')))
}

function fail(error: unknown): never {
  throw error instanceof Error ? error : new Error(String(error))
}
