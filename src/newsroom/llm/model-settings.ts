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

/**
 * Returns the proxy for an address from HTTP_PROXY and HTTPS_PROXY, or null if it is reached directly. Addresses in NO_PROXY
 * and this machine are.
 */
export function proxyOf({ protocol, hostname }: URL): string | null {
  const setting = (name: string) => process.env[name.toLowerCase()] ?? process.env[name] ?? ''
  const direct = `localhost 127.0.0.1 [::1] ${setting('NO_PROXY')}`.split(/[,\s]+/).filter(Boolean)
  const isDirect = direct.some((entry) => {
    const host = entry.toLowerCase().replace(/^\*?\.|:\d+$/g, '')
    return entry === '*' || hostname === host || hostname.endsWith(`.${host}`)
  })
  const proxy = isDirect ? '' : setting(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')
  return proxy === '' || proxy.includes('://') ? proxy || null : `http://${proxy}`
}
