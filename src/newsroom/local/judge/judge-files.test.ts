import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askForJudge, findJudge, JUDGES, namedJudge } from '#newsroom/local/judge/judge-files.ts'
import { fetchWeights } from '#newsroom/local/weights.ts'
import { startHubForTest } from '../../../../tests/fixtures/hub-server.ts'

const REPOSITORY = 'owner/judge'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'stet-judge-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

function onHub(given: string) {
  const judge = namedJudge(given, null)
  return 'folder' in judge ? expect.fail(`${given} is no repository`) : judge
}

test('a judge is a known name, a repository with its file or without, or a folder; anything else is refused', () => {
  expect(namedJudge(JUDGES[0].name, null)).toEqual({
    name: 'tinylettuce-ettin-68m',
    repository: 'KRLabsOrg/tinylettuce-ettin-68m-en',
    revision: 'main',
    file: null,
    sha256: null,
  })
  expect(namedJudge('hf:owner/judge', 'ff')).toEqual({
    name: 'owner/judge',
    repository: 'owner/judge',
    revision: 'main',
    file: null,
    sha256: 'ff',
  })
  expect(namedJudge('hf:owner/judge/onnx/model.onnx@v1', null)).toMatchObject({
    name: 'owner/judge/onnx/model.onnx',
    revision: 'v1',
    file: 'onnx/model.onnx',
  })
  // The folder's own name is on record, and not where it lies.
  expect(namedJudge('/home/ada/judges/mine/', null)).toEqual({ name: 'mine', folder: '/home/ada/judges/mine/' })
  for (const given of ['tinylettuce', 'hf:owner', 'hf:owner/judge/../../secret.onnx', 'hf:owner/judge/weights.bin'])
    expect(() => namedJudge(given, null), given).toThrow(`There is no support model "${given}"`)
})

test('a folder of one’s own has its weights under any name that exporters give them, the smallest first', async () => {
  const path = await folder()
  const judge = namedJudge(path, null)
  expect(await findJudge('', judge)).toBeNull()
  await writeFile(join(path, 'model.onnx'), 'x')
  expect(await findJudge('', judge)).toBeNull()
  await writeFile(join(path, 'tokenizer.json'), '{}')
  const tokenizer = join(path, 'tokenizer.json')
  expect(await findJudge('', judge)).toEqual({ path: join(path, 'model.onnx'), tokenizer })
  await mkdir(join(path, 'onnx'))
  await writeFile(join(path, 'onnx', 'model_quantized.onnx'), 'x')
  expect(await findJudge('', judge)).toEqual({ path: join(path, 'onnx', 'model_quantized.onnx'), tokenizer })
})

test('of a repository the smallest weights are fetched with their tokenizer, and found again without asking', async () => {
  const models = await folder()
  const hub = await startHubForTest({
    [`${REPOSITORY}/tokenizer.json`]: Buffer.from('{}'),
    [`${REPOSITORY}/onnx/model.onnx`]: Buffer.from('large'),
    [`${REPOSITORY}/onnx/model_quantized.onnx`]: Buffer.from('small'),
  })
  const judge = onHub(`hf:${REPOSITORY}`)
  expect(await findJudge(models, judge)).toBeNull()
  const files = await askForJudge(hub.address, judge)
  expect(files.map(({ file }) => file)).toEqual(['onnx/model_quantized.onnx', 'tokenizer.json'])
  for (const wanted of files) await fetchWeights({ hub: hub.address, wanted, folder: models, report: () => {} })
  const asked = hub.asked.length
  expect(await findJudge(models, judge)).toEqual({
    path: join(models, 'weights', REPOSITORY, 'onnx/model_quantized.onnx'),
    tokenizer: join(models, 'weights', REPOSITORY, 'tokenizer.json'),
  })
  expect(hub.asked).toHaveLength(asked)
})

test('a repository without weights in this form, or without a judge, is refused before anything is downloaded', async () => {
  const hub = await startHubForTest({
    [`${REPOSITORY}/tokenizer.json`]: Buffer.from('{}'),
    [`${REPOSITORY}/model.safetensors`]: Buffer.from('x'),
  })
  await expect(askForJudge(hub.address, onHub(`hf:${REPOSITORY}`))).rejects.toThrow(
    /owner\/judge has no weights in the form of ONNX .*: export them as docs\/writers\.md says, and name the folder as JUDGE_MODEL\./,
  )
  await expect(askForJudge(hub.address, onHub('hf:owner/other'))).rejects.toThrow('is not there')
  expect(hub.asked.filter((line) => line.startsWith('GET'))).toEqual([])
})
