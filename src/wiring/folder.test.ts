import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './folder.ts'

test('the folder of a bucket is made with all above it, any number of times', async () => {
  const top = await mkdtemp(join(tmpdir(), 'stet-folder-'))
  onTestFinished(() => rm(top, { recursive: true }))
  await Promise.all([1, 2, 3].map(() => makeFolder('BUCKET', `file:${top}/a/b`)))
  await makeFolder('BUCKET', `file://${top}/a/c`)
  expect((await readdir(join(top, 'a'))).toSorted()).toEqual(['b', 'c'])
})

test('one that cannot be made is refused with the name of its setting, also where trying would never end', async () => {
  const top = await mkdtemp(join(tmpdir(), 'stet-folder-'))
  onTestFinished(() => rm(top, { recursive: true }))
  await writeFile(join(top, 'file'), '')
  await expect(makeFolder('DESK', `file:${top}/file/desk`)).rejects.toThrow(/^DESK is file:.* cannot be made: ENOTDIR/)
  if (process.platform === 'linux')
    await expect(makeFolder('BUCKET', 'file:/proc/nothing/bucket')).rejects.toThrow(/^BUCKET is .* cannot be made/)
})

test('what is no folder is left to whoever opens it', async () => {
  await makeFolder('BUCKET', 'memory:')
  await makeFolder('BUCKET', 's3://name?endpoint=http://127.0.0.1:9')
})
