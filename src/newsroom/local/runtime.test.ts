import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInstalled, keepOwnPlatform, ONNX } from '#newsroom/local/runtime.ts'

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-runtime-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('of what a package holds for every machine, that for this one is kept', async () => {
  const folder = await folderForTest()
  const { platform, arch } = process
  for (const one of ['elsewhere/x64', `${platform}/other`, `${platform}/${arch}`]) {
    await mkdir(join(folder, one), { recursive: true })
    await writeFile(join(folder, one, 'binding.node'), 'x')
  }
  await keepOwnPlatform(folder)
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    platform,
    `${platform}/${arch}`,
    `${platform}/${arch}/binding.node`,
  ])
})

test('what was installed by another version of the blog, or half, is not installed', async () => {
  const models = await folderForTest()
  expect(await isInstalled(models, ONNX)).toBe(false)
  await mkdir(join(models, 'runtime', 'onnx'), { recursive: true })
  await writeFile(join(models, 'runtime', 'onnx', 'installed'), 'another version')
  expect(await isInstalled(models, ONNX)).toBe(false)
})
