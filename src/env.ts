import * as z from 'zod'

const origin = z.url({ protocol: /^https?$/, error: 'must be an address such as https://api.example.org' })
const trimmed = (address: string) => address.replace(/\/+$/, '')

const environment = z.object({
  API_HOST: origin.transform(trimmed).optional(),
  BUCKET_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be 1 to 100 letters, digits, dots, hyphens or underscores')
    .default('stet'),
  BUCKET_URL: z
    .string()
    .regex(/^(?:https?:\/\/|\/(?!\/))/, 'must be an address such as https://cdn.example.org/blog')
    .transform(trimmed)
    .optional(),
  SITE_URL: origin.transform(trimmed).optional(),
  PORT: z.coerce.number('must be a port number').int('must be a port number').min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  BUCKET: z.string().default('file:data/bucket'),
  DESK: z.string().default('file:data/desk'),
  STARTER: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
})

/** The settings of a process. */
export type Environment = z.infer<typeof environment>

/** Reads the settings; blank ones count as not given. Throws one sentence for each that cannot be used. */
export function readEnvironment(given: Record<string, string | undefined>): Environment {
  const { success, data, error } = environment.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim())),
  )
  if (success) return data
  const sentences = error.issues.map(
    ({ path, message }) => `${path.join('.')} ${message}; it is "${given[String(path[0])]}".`,
  )
  throw new Error(sentences.join('\n'))
}
