import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './folder.ts'

test('creates the folder for a bucket and its parent folders, even if called several times', async () => {
  const top = await mkdtemp(join(tmpdir(), 'stet-folder-'))
  onTestFinished(() => rm(top, { recursive: true }))
  await Promise.all([1, 2, 3].map(() => makeFolder('BUCKET', `file:${top}/a/b`)))
  await makeFolder('BUCKET', `file://${top}/a/c`)
  await makeFolder('BUCKET', 'memory:')
  expect((await readdir(join(top, 'a'))).toSorted()).toEqual(['b', 'c'])
})

test('the error message for a folder that cannot be created contains the setting to correct', async () => {
  const top = await mkdtemp(join(tmpdir(), 'stet-folder-'))
  onTestFinished(() => rm(top, { recursive: true }))
  await writeFile(join(top, 'file'), '')
  await expect(makeFolder('DESK', `file:${top}/file/desk`)).rejects.toThrow(
    /^DESK is file:.* cannot be created: ENOTDIR/,
  )
})

test.skipIf(process.platform !== 'linux')('rejects a folder that the system does not allow', async () => {
  await expect(makeFolder('BUCKET', 'file:/proc/stet/bucket')).rejects.toThrow('BUCKET is file:/proc/stet/bucket')
})
