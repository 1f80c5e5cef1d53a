import { symlink } from 'node:fs/promises'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readPost } from '#archive/post-store.ts'
import { readPendingPosts } from '#newsroom/publishing/pending-post.ts'
import { folderForTest, judgeForTest, modelsFolder, stories, textsOf } from '../fixtures/grounder/for-test.ts'
import { inTheWordsOfItsSources } from '../fixtures/grounder/verbatim.ts'
import { startHubForTest } from '../fixtures/hub-server.ts'
import type { ModelReply } from '../fixtures/newsroom/model-server.ts'
import type { ModelCall } from '../fixtures/newsroom/protocol.ts'
import { archiveOf, firstOfEach, purposesOf, startForTest, type TestNewsroom } from '../fixtures/newsroom/newsroom.ts'
import { purposeOf, scriptedWriter } from '../fixtures/newsroom/scripted-writer.ts'

// Whole editions with a judge on this machine: the commands of an operator, a writer over HTTP, weights in the real runtime.

const written = firstOfEach(stories, 1).map(inTheWordsOfItsSources)
const [story = expect.fail('There is no story.')] = written
const only = ['--category', story.category]
const texts = textsOf(stories)

async function newsroomWith(kind: 'random' | 'pairs', answer?: (call: ModelCall) => ModelReply) {
  const newsroom = await startForTest({ stories: written, ...(answer === undefined ? {} : { answer }) })
  const folder = await judgeForTest({ kind, texts, seed: 7 })
  return { newsroom, settings: { JUDGE: 'local', JUDGE_MODEL: folder, MODELS: modelsFolder() } }
}

test('what a judge on this machine supports is published on its word, the rest on that of the writer', async () => {
  const { newsroom, settings } = await newsroomWith('pairs')
  const run = await newsroom.run(only, settings)
  expect(run.status, run.output).toBe(0)
  const { checks, judging } = await provenanceOf(newsroom)
  const [other] = judging?.others ?? []
  expect(other).toMatchObject({ model: 'pairs', provider: 'local', isWriter: false })
  expect(other?.found).toBe(other?.planted)
  expect(other?.sentences).toBeGreaterThan(0)
  expect(judging).toMatchObject({ provider: 'compatible', isWriter: true })
  expect(judging?.found).toBe(judging?.planted)
  const check = checks.at(-1)
  expect(check?.passed).toBe(true)
  expect(check?.name).toBe(
    'Each sentence compared with its evidence by a support model (local/pairs) and by a second model call',
  )
  expect(check?.detail).toContain(`${(judging?.sentences ?? 0) + (other?.sentences ?? 0)} of `)
})

test('with random weights the writer judges as if there were no other judge, and the doubts go to the desk', async () => {
  const { newsroom, settings } = await newsroomWith('random')
  const run = await newsroom.run(only, settings)
  expect(run.status, run.output).toBe(0)
  const { checks, judging } = await provenanceOf(newsroom)
  expect(judging).toMatchObject({ provider: 'compatible', isWriter: true })
  expect(judging?.others).toBeUndefined()
  expect(checks.at(-1)?.name).toBe('Each sentence compared with its evidence by a second model call')
  const [pending] = await readPendingPosts((await archiveOf(newsroom)).desk, '')
  const doubts = pending?.pending.warnings.filter(({ code }) => code === 'grounder-doubtful') ?? []
  expect(doubts.length).toBeGreaterThan(0)
  const list = listed.parse(JSON.parse(await newsroom.command('src/commands/review.ts', ['list', '--json'])))
  expect(list[0]?.risks.join()).toContain(`support model doubts ${doubts[0]?.evidence}`)
})

test('where neither it nor the writer can be believed, nothing is published', async () => {
  const careful = scriptedWriter(written)
  const careless = (call: ModelCall): ModelReply => {
    if (purposeOf(call) !== 'judge') return careful(call)
    const ids = [...call.prompt.matchAll(/"item":"(\d+)".*?"evidence":\["(\S+)/g)]
    return { json: { verdicts: ids.map(([, item, id]) => ({ item, id, reason: '', verdict: 'supported' })) } }
  }
  const { newsroom, settings } = await newsroomWith('random', careless)
  const run = await newsroom.run(only, settings)
  expect(run.output).toContain('waits at the desk for a person')
  expect((await archiveOf(newsroom)).archive.all()).toEqual([])
})

test('one that is not installed, or cannot be run, is said once, and the writers judge', async () => {
  const { newsroom, settings } = await newsroomWith('pairs')
  const missing = await newsroom.run([...only, '--dry-run'], { ...settings, MODELS: await folderForTest() })
  expect(missing.status, missing.output).toBe(0)
  expect(missing.output).toContain(
    'The support model pairs (JUDGE=local) is not installed on this machine. Run "npm run writer:install -- --judge". Until then, the writers judge instead.',
  )
  const broken = await judgeForTest({ kind: 'broken', texts })
  const run = await newsroom.run(only, { ...settings, JUDGE_MODEL: broken })
  expect(run.status, run.output).toBe(0)
  expect(run.output.match(/The support model broken on this machine gave no answer/g)).toHaveLength(1)
  expect((await provenanceOf(newsroom)).judging).toMatchObject({ provider: 'compatible' })
  expect(purposesOf(newsroom).judge).toBeGreaterThan(0)
})

test('a judge is fetched from a hub, tried, and judges by its name', async () => {
  const { newsroom, settings } = await newsroomWith('pairs')
  const [models, folder] = [await folderForTest(), settings.JUDGE_MODEL]
  // What runs it is there already, so that npm is not asked.
  await symlink(join(modelsFolder(), 'runtime'), join(models, 'runtime'))
  const hub = await startHubForTest({
    'owner/judge/onnx/model.onnx': await readFile(join(folder, 'model.onnx')),
    'owner/judge/tokenizer.json': await readFile(join(folder, 'tokenizer.json')),
  })
  const hubSettings = { ...settings, MODELS: models, HUB: hub.address, JUDGE_MODEL: 'hf:owner/judge' }
  const said = await newsroom.command('src/commands/writer-install.ts', ['--judge'], hubSettings)
  expect(said).toMatch(/SHA-256 [0-9a-f]{64}\. It was not pinned, so it is stored now/)
  expect(said).toMatch(/owner\/judge is installed and takes \d+ ms per sentence on this machine\./)
  expect(said).toContain('To use it: JUDGE=local JUDGE_MODEL=hf:owner/judge')
  const run = await newsroom.run(only, hubSettings)
  expect(run.status, run.output).toBe(0)
  expect((await provenanceOf(newsroom)).judging?.others?.[0]).toMatchObject({ model: 'owner/judge', provider: 'local' })
})

const listed = z.array(z.object({ risks: z.array(z.string()) }))

async function provenanceOf(newsroom: TestNewsroom) {
  const { archive, bucket } = await archiveOf(newsroom)
  const [post] = archive.all()
  if (post === undefined) throw new Error('Nothing was published.')
  const text = await readPost({ bucket, archive, category: post.category, id: post.id })
  return text?.provenance ?? expect.fail('The post has no record.')
}
