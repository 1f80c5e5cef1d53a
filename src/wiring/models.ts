import { once } from 'node:events'
import { createConnection } from 'node:net'
import * as z from 'zod'
import { addressOf, failureOf, hostOf, reasonOf, type ModelSettings } from '#newsroom/llm/model-settings.ts'
import { createModel, modelFetch, type Model } from '#newsroom/llm/model.ts'
import { NO_WRITER, type Environment } from './environment.ts'

/** Opens a configured model. If the model name is missing, rejects with an error that lists the server's models. */
export async function openModel({ name, model, timeout, ...settings }: Environment['WRITERS'][number]): Promise<Model> {
  if (model === null) throw new Error(await describeMissingModel(`${name}_MODEL`, settings))
  return createModel({ ...settings, model }, { timeout })
}

/** Opens the first writer. Rejects if no writer is configured. */
export async function firstWriter({ WRITERS: [settings] }: Environment): Promise<Model> {
  if (settings === undefined) throw new Error(NO_WRITER)
  return await openModel(settings)
}

/** Resolves to the reasons why no writer is reachable, or to null if at least one is reachable. */
export async function whyNoWriter({ WRITERS }: Environment): Promise<string | null> {
  return await whyUnreachable(WRITERS.map(({ model, ...settings }) => ({ ...settings, model: model ?? '' })))
}

const TIMEOUT_MS = 10_000

/**
 * Resolves to the reasons why no model is reachable, or to null if at least one model server or its proxy accepts a
 * connection. Does not send a request, because the server may still be processing another one.
 */
export async function whyUnreachable(models: ModelSettings[]): Promise<string | null> {
  const reasons = await Promise.all(models.map(whyOneUnreachable))
  return reasons.includes(null) ? null : reasons.join(' ')
}

async function whyOneUnreachable(settings: ModelSettings): Promise<string | null> {
  const address = addressOf(settings)
  const { protocol, hostname, port } = proxyOf(new URL(address)) ?? new URL(address)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  // Remove the brackets that surround an IPv6 address in a URL.
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const socket = createConnection({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) })
  try {
    await once(socket, 'connect', { signal: timeout })
    return null
  } catch (error) {
    return failureOf(error, { settings, address, timedOut: timeout.aborted, timeout: TIMEOUT_MS }).message
  } finally {
    socket.destroy()
  }
}

// Returns the proxy for a URL, or null if the host is this machine or is listed in NO_PROXY.
function proxyOf({ protocol, hostname }: URL): URL | null {
  const setting = (name: string) => process.env[name.toLowerCase()] ?? process.env[name] ?? ''
  const direct = `localhost 127.0.0.1 [::1] ${setting('NO_PROXY')}`.split(/[,\s]+/).filter(Boolean)
  const isDirect = direct.some((entry) => {
    const host = entry.toLowerCase().replaceAll(/^\*?\.|:\d+$/g, '')
    return entry === '*' || hostname === host || hostname.endsWith(`.${host}`)
  })
  const proxy = (protocol === 'https:' && setting('HTTPS_PROXY')) || setting('HTTP_PROXY')
  return isDirect || !URL.canParse(proxy) ? null : new URL(proxy)
}

/**
 * Resolves to the error message for a missing model setting, whose name is `setting`. The message lists the server's
 * models and recommends the largest one that can write.
 */
export async function describeMissingModel(
  setting: string,
  server: Omit<ModelSettings, 'model' | 'context'>,
): Promise<string> {
  const address = addressOf({ ...server, model: setting })
  const where = `${setting} is missing. The server at ${hostOf(address)}`
  const models = await installedModels(address, server).catch((error) => reasonOf(error, server.key ?? ''))
  if (typeof models === 'string')
    return `${where} did not list its models (${models}). Check that it is running, or set ${setting}.`
  const install = server.kind === 'ollama' ? ' Install one, for example with "ollama pull qwen3:14b".' : ''
  if (models.length === 0) return `${where} has no models.${install}`
  const best = largestWriter(models)
  const advice =
    best === null ? `None of them can write.${install}` : `Use the largest that can write: ${setting}=${best}`
  const names = models.slice(0, MAX_LISTED).map(({ name }) => name)
  return `${where} has these models: ${names.join(', ')}${models.length > MAX_LISTED ? ', …' : ''}. ${advice}`
}

const MAX_LISTED = 40

// A model on a server. `size` is its number of parameters in billions, or 0 if that is unknown.
type InstalledModel = { name: string; size: number }

// https://docs.ollama.com/api/tags
const ollamaTags = z.object({
  models: z.array(z.object({ name: z.string(), details: z.object({ parameter_size: z.string().catch('') }) })),
})
// https://platform.openai.com/docs/api-reference/models/list, which vLLM, llama.cpp and LM Studio also implement.
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })

async function installedModels(
  address: string,
  { kind, key }: Pick<ModelSettings, 'kind' | 'key'>,
): Promise<InstalledModel[]> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await modelFetch(kind === 'ollama' ? new URL('/api/tags', address) : `${address}/models`, {
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const body: unknown = await response.json()
  if (kind !== 'ollama') return modelList.parse(body).data.map(({ id }) => ({ name: id, size: billionsIn(id) }))
  return ollamaTags.parse(body).models.map(({ name, details }) => {
    return { name, size: billionsIn(details.parameter_size) || billionsIn(name) }
  })
}

// Matches the names of models that do not write prose or do not run on this server (`-cloud`).
const NOT_A_WRITER =
  /embed|bge|minilm|rerank|guard|whisper|ocr|vl\b|vision|llava|clip|diffusion|flux|coder?\b|base\b|cloud$/i

// Returns the largest model that can write, or the first of several equally large ones. Returns null if none can write.
function largestWriter(models: readonly InstalledModel[]): string | null {
  const writers = models.filter(({ name }) => !NOT_A_WRITER.test(name))
  return writers.toSorted((one, other) => other.size - one.size)[0]?.name ?? null
}

// Parses the number of parameters in a model name or size, such as `qwen3:14b`, `mixtral-8x7b` or `14.8B`.
function billionsIn(text: string): number {
  const [, experts = '1', size = '0'] = /(?:(\d+)x)?(\d+(?:\.\d+)?)b\b/i.exec(text) ?? []
  return Number(experts) * Number(size)
}
