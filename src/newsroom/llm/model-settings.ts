/** The known providers: the address of their API, and whether it needs a key. `compatible` is any OpenAI-compatible server. */
export const PROVIDERS = {
  anthropic: { url: 'https://api.anthropic.com/v1', needsKey: true },
  google: { url: 'https://generativelanguage.googleapis.com/v1beta', needsKey: true },
  openai: { url: 'https://api.openai.com/v1', needsKey: true },
  openrouter: { url: 'https://openrouter.ai/api/v1', needsKey: true },
  ollama: { url: 'http://localhost:11434/v1', needsKey: false },
  compatible: { url: null, needsKey: false },
} as const

/** A model and how to reach it. The key is a secret. */
export type ModelSettings = {
  kind: keyof typeof PROVIDERS
  /** Replaces the address of the provider. */
  url?: string
  model: string
  key?: string
  /** The size of a small context window, in tokens. */
  context?: number
}

/** Returns the address of a model's API. Throws if a required setting is missing. */
export function addressOf({ kind, url, key, model }: Omit<ModelSettings, 'context'>): string {
  const provider = PROVIDERS[kind]
  // Without a key, the SDK would use one from the environment.
  if (provider.needsKey && key === undefined)
    throw new Error(`The model ${model} has no key. Set the key that ${kind} issued.`)
  const address = url ?? provider.url
  if (address === null)
    throw new Error(`The model ${model} has no address. Set the URL of its server, such as http://localhost:8080/v1.`)
  return kind === 'ollama' && new URL(address).pathname === '/' ? new URL('/v1', address).href : address
}
