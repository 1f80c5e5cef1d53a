import { access } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { KnownModel } from '#newsroom/local/catalogue.ts'
import { askHub, type HubFile } from '#newsroom/local/hub.ts'
import { findWeights, weightsPath } from '#newsroom/local/weights.ts'

/** A support model that is known by name: a repository of a hub, and what its model card says of its licence. */
type KnownJudge = Pick<KnownModel, 'name' | 'licence'> & { repository: string }

/** The support models that are known by name; the first is the one that is used unless another is named. */
export const JUDGES = [
  { name: 'tinylettuce-ettin-68m', licence: 'MIT', repository: 'KRLabsOrg/tinylettuce-ettin-68m-en' },
  { name: 'tinylettuce-ettin-17m', licence: 'MIT', repository: 'KRLabsOrg/tinylettuce-ettin-17m-en' },
] as const satisfies KnownJudge[]

/** A support model as it was named: a repository of a hub, with the file in it or without, or a folder of one's own. */
export type NamedJudge = { name: string } & (
  { folder: string } | { repository: string; revision: string; file: string | null; sha256: string | null }
)

/** Where a support model lies: its weights, and what makes tokens for it. */
export type JudgeFiles = { path: string; tokenizer: string }

// As exporters name what they write, from the smallest on.
const WEIGHTS = [
  'onnx/model_int8.onnx',
  'onnx/model_quantized.onnx',
  'model_quantized.onnx',
  'onnx/model.onnx',
  'model.onnx',
]
const TOKENIZER = 'tokenizer.json'

const ADDRESS = /^hf:([\w.-]+\/[\w.-]+)(?:\/([^@]+\.onnx))?(?:@([\w./-]+))?$/

/**
 * What JUDGE_MODEL names: a known model, a repository of a hub (`hf:owner/repository`, with `/file.onnx` and `@revision` or
 * without), or a folder. `sha256` is what an operator pins of its weights. Throws the sentence that says what can be named.
 */
export function namedJudge(given: string, sha256: string | null): NamedJudge {
  const known = JUDGES.find(({ name }) => name === given)
  if (known !== undefined)
    return { name: known.name, repository: known.repository, revision: 'main', file: null, sha256 }
  const [, repository, file = null, revision = 'main'] = ADDRESS.exec(given) ?? []
  if (repository !== undefined && !file?.split('/').includes('..'))
    return { name: file === null ? repository : `${repository}/${file}`, repository, revision, file, sha256 }
  // What is on record of a post names a model, and no folder of this machine.
  if (/[/\\]/.test(given) && !given.startsWith('hf:')) return { name: basename(resolve(given)), folder: given }
  const names = JUDGES.map(({ name }) => name).join(', ')
  throw new Error(
    `There is no support model "${given}": name one of ${names}, a repository such as hf:owner/repository, or the path of a folder with model.onnx and tokenizer.json.`,
  )
}

/** Where a support model lies on this machine; null when it is not there as a whole. */
export async function findJudge(models: string, judge: NamedJudge): Promise<JudgeFiles | null> {
  if ('folder' in judge) {
    const path = await firstOf(WEIGHTS, async (file) => await isThere(join(judge.folder, file)))
    const tokenizer = join(judge.folder, TOKENIZER)
    return path === null || !(await isThere(tokenizer)) ? null : { path: join(judge.folder, path), tokenizer }
  }
  const files = hubFiles(judge)
  const weights = await firstOf(files, async (file) => (await findWeights(models, file)) !== null)
  const tokenizer = tokenizerOf(judge)
  if (weights === null || (await findWeights(models, tokenizer)) === null) return null
  return { path: weightsPath(models, weights), tokenizer: weightsPath(models, tokenizer) }
}

/** What a person is told of a support model that is not there as a whole. */
export function incomplete(judge: NamedJudge): string {
  const where = 'folder' in judge ? ` in the folder ${judge.folder}` : ''
  return `The support model ${judge.name} is not there as a whole: it needs model.onnx and ${TOKENIZER}${where}.`
}

/**
 * The files of a support model that a hub has: the first of its weights under the names that exporters give them, and its
 * tokenizer. Rejects with the sentence that says what to do where it has none.
 */
export async function askForJudge(hub: string, judge: Exclude<NamedJudge, { folder: string }>): Promise<HubFile[]> {
  const tokenizer = tokenizerOf(judge)
  // Whether the hub answers at all is found out by what every model has.
  await askHub(hub, tokenizer)
  const weights = await firstOf(hubFiles(judge), async (file) => {
    return await askHub(hub, file).then(
      () => true,
      () => false,
    )
  })
  if (weights !== null) return [weights, tokenizer]
  throw new Error(
    `${hub}/${judge.repository} has no weights in the form of ONNX (${hubFiles(judge)
      .map(({ file }) => file)
      .join(', ')}): export them as docs/writers.md says, and name the folder as JUDGE_MODEL.`,
  )
}

function hubFiles(judge: Exclude<NamedJudge, { folder: string }>): HubFile[] {
  const { repository, revision, file, sha256 } = judge
  return (file === null ? WEIGHTS : [file]).map((file) => ({ repository, revision, file, size: null, sha256 }))
}

function tokenizerOf({ repository, revision }: Exclude<NamedJudge, { folder: string }>): HubFile {
  return { repository, revision, file: TOKENIZER, size: null, sha256: null }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

async function firstOf<T>(list: T[], isIt: (one: T) => Promise<boolean>): Promise<T | null> {
  for (const one of list) if (await isIt(one)) return one
  return null
}
