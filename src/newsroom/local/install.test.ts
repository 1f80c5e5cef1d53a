import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { namedModel, WRITERS } from '#newsroom/local/catalogue.ts'
import { installModel } from '#newsroom/local/install.ts'
import { whyNotInstalled } from '#newsroom/local/installed.ts'
import { thisMachine, type Machine } from '#newsroom/local/machine.ts'
import { LLAMA } from '#newsroom/local/runtime.ts'
import { startHubForTest } from '../../../tests/fixtures/hub-server.ts'

async function scene() {
  const models = await mkdtemp(join(tmpdir(), 'stet-install-'))
  onTestFinished(() => rm(models, { recursive: true, force: true }))
  const hub = await startHubForTest({ 'owner/models/m.gguf': Buffer.alloc(100_000) })
  const install = async (given: string, changes: Partial<Machine>) => {
    const machine = { ...(await thisMachine()), glibc: true, platform: 'linux', arch: 'arm64', ...changes }
    const model = namedModel(given, { known: WRITERS, sha256: null })
    const report = { step: () => {}, received: () => {} }
    return await installModel({ model, runtime: LLAMA, models, hub: hub.address, report, machine })
  }
  return { models, hub, install }
}

test('a machine that cannot run a model is told so in one sentence, and nothing is downloaded', async () => {
  const { models, hub, install } = await scene()
  await expect(install('qwen3-1.7b', { glibc: false })).rejects.toThrow(
    /its C library is musl, .*\. Nothing was downloaded\.$/,
  )
  await expect(install('qwen3-1.7b', { memory: 2 ** 31 })).rejects.toThrow(
    'it has 2.0 GiB of memory, and 4.0 GiB are needed',
  )
  await expect(install('hf:owner/models/m.gguf', { memory: 1_000 })).rejects.toThrow('of memory, and')
  expect(hub.asked.filter((line) => line.startsWith('GET'))).toEqual([])
  expect(await readdir(models)).toEqual([])
})

test('a model that is not installed says how it is', async () => {
  const { models } = await scene()
  const model = namedModel('qwen3-1.7b', { known: WRITERS, sha256: null })
  expect(await whyNotInstalled(models, model, LLAMA)).toMatch(
    /^The model qwen3-1\.7b is not installed .*; run "npm run writer:install"\.$/,
  )
})
