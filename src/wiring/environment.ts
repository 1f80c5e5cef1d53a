import type * as z from 'zod'
import { isS3 } from '#bucket/open.ts'
import type { S3Access } from '#bucket/s3-address.ts'
import { PROVIDERS } from '#newsroom/llm/model-settings.ts'
import { readS3Access } from './s3-access.ts'
import { modelSettings, newsroomSettings, serverSettings, writerSettings } from './settings.ts'

const settings = serverSettings.extend(writerSettings.shape).extend(newsroomSettings.shape)

/** Settings for a model. The key is secret. */
export type ModelSettings = z.infer<typeof modelSettings>

/** A process's validated settings. */
export type Environment = Omit<z.infer<typeof settings>, 'JUDGE' | 'ILLUSTRATOR'> & {
  /** The S3 store's endpoint, region and credentials, or null if neither BUCKET nor DESK is in an S3 store. */
  S3: S3Access | null
  /** The writer and its fallbacks. The list is empty if WRITER is off. */
  WRITERS: ModelSettings[]
  JUDGE: ModelSettings | null
  ILLUSTRATOR: ModelSettings | null
}

/** The error message if no writer is configured. */
export const NO_WRITER =
  'No writer is configured, so no articles are written. Set WRITER, WRITER_MODEL and WRITER_KEY. For a model on your own machine, set WRITER=ollama, or WRITER=compatible and WRITER_URL (see docs/writers.md).'

type Given = Record<string, string | undefined>

/** Reads the settings. Blank settings count as missing. Throws an error that has one line for each invalid setting. */
export function readEnvironment(variables: Given): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const data = parseSettings(settings, given, (setting) => setting)
  // If both are 0, the system chooses a different free port for each.
  if (data.PORT !== 0 && data.PORT === data.METRICS_PORT)
    throw new Error(`PORT and METRICS_PORT are both ${data.PORT}. Set METRICS_PORT to another port.`)
  const names = data.WRITER === 'off' ? [] : ['WRITER', ...data.WRITER_FALLBACKS]
  const isNamed = (name: string) => given[name] !== undefined || given[`${name}_MODEL`] !== undefined
  // If only JUDGE_TIMEOUT is set, the judge is the writer's model with a different timeout.
  const judging = !isNamed('JUDGE') && given.JUDGE_TIMEOUT ? { ...given, JUDGE_MODEL: given.WRITER_MODEL } : given
  const isJudged = data.WRITER !== 'off' && (isNamed('JUDGE') || judging !== given)
  return {
    ...data,
    S3: isS3(data.BUCKET) || isS3(data.DESK) ? readS3Access(given) : null,
    WRITERS: names.map((name) => readModel(name, given)),
    JUDGE: isJudged ? readModel('JUDGE', judging) : null,
    ILLUSTRATOR: data.WRITER !== 'off' && isNamed('ILLUSTRATOR') ? readModel('ILLUSTRATOR', given) : null,
  }
}

function parseSettings<T>(schema: z.ZodType<T>, given: Given, settingOf: (field: string) => string): T {
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const sentences = error.issues.map(({ path: [field], message }) => {
    const value = field === 'NOTIFY_URL' ? '…' : given[String(field)]?.replace(/\/\/[^/]*@/, '//…@')
    return `${settingOf(String(field))} ${message}, but is "${value}".`
  })
  throw new Error(sentences.join('\n'))
}

// A model's missing settings default to the writer's. The writer's key is used only for the writer's server.
function readModel(name: string, given: Given): ModelSettings {
  const kind = given[name] ?? given.WRITER
  const url = given[`${name}_URL`] ?? (kind === given.WRITER ? given.WRITER_URL : undefined)
  const sameHost = kind === given.WRITER && url === given.WRITER_URL
  const own = {
    name,
    kind,
    model: given[`${name}_MODEL`],
    url,
    key: given[`${name}_KEY`] ?? (sameHost ? given.WRITER_KEY : undefined),
    // The writer's timeout does not apply to the illustrator, because image models are faster.
    timeout: given[`${name}_TIMEOUT`] ?? (name === 'ILLUSTRATOR' ? undefined : given.WRITER_TIMEOUT),
    context: given[`${name}_CONTEXT`],
  }
  const data = parseSettings(modelSettings, own, (field) =>
    field === 'kind' ? name : `${name}_${field.toUpperCase()}`,
  )
  // These servers may omit the model name, because they list their models for the operator to choose from.
  const listsModels = (data.kind === 'ollama' || data.kind === 'compatible') && name !== 'ILLUSTRATOR'
  if (data.model === null && !listsModels)
    throw new Error(`${name}_MODEL is missing. Set it to the model to use with ${name}=${kind}.`)
  if (data.kind === 'compatible' && data.url === undefined)
    throw new Error(`${name}_URL is missing. Set it to the server's URL, such as http://localhost:8080/v1.`)
  if (PROVIDERS[data.kind].needsKey && data.key === undefined)
    throw new Error(`${name}_KEY is missing. ${kind} requires an API key.`)
  return data
}
