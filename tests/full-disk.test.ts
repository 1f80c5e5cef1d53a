import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { checkBucket } from '#archive/check.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { openBlog } from './fixtures/blog.ts'

// Runs real processes on a small file system until its disk is full.

test('on a full disk, a publication fails with advice, does not lose data, and can be completed later', async ({
  skip,
}) => {
  const { disk, ballast } = mountDisk(skip)
  const address = `file:${join(disk, 'bucket')}`
  const { status, output, errors } = await run(['tests/fixtures/publish-until-killed.ts', address, 'technology'])
  expect([status, errors]).toEqual([
    1,
    expect.stringMatching(/could not store .*: the disk is full\. Make room \(ENOSPC\)/),
  ])
  const published = [...output.matchAll(/^done \w+\/(.*)$/gm)].map(([, id]) => id)
  expect(published.length).toBeGreaterThan(0)
  const bucket = directoryBucket(join(disk, 'bucket'))
  expect((await checkBucket(bucket)).problems).toEqual([])
  const { archive, publish } = await openBlog(bucket)
  expect(
    archive
      .all()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(published.toSorted())

  rmSync(ballast)
  const interrupted = `post-${published.length + 1}`
  await publish(interrupted)
  expect(archive.find('technology', interrupted)).not.toBeNull()
})

test('npm start exits with status 1 if the disk is too full for the first edition', async ({ skip }) => {
  const { disk } = mountDisk(skip)
  mkdirSync(join(disk, 'bucket'))
  writeFileSync(join(disk, 'filler'), Buffer.alloc(freeBytes(disk)))
  const settings = { BUCKET: `file:${join(disk, 'bucket')}`, DESK: `file:${join(disk, 'desk')}`, PORT: '0' }
  const { status, errors } = await run(['src/commands/start.ts'], settings)
  expect([status, errors]).toEqual([
    1,
    expect.stringMatching(/disk is full\. Make room .*Start the server again to complete it/s),
  ])
})

// Mounts an 8 MB file system with a 1 MB file that a test can delete to free space.
function mountDisk(skip: TestContext['skip']): { disk: string; ballast: string } {
  const disk = mkdtempSync(join(tmpdir(), 'stet-full-'))
  onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'stet-test', disk], { stdio: 'ignore' })
  } catch {
    skip('This test needs the permission to mount a file system.')
  }
  onTestFinished(() => void execFileSync('umount', [disk]))
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(1_000_000))
  return { disk, ballast }
}

function freeBytes(disk: string): number {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

async function run(args: string[], settings: Record<string, string> = {}) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, args, { env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings } })
  child.stdin.end('go\n')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status: child.exitCode, output, errors }
}
