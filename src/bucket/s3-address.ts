import { keyProblem } from '#bucket/key.ts'

/** The S3 settings from the environment. Missing settings are null. The `credentials` are secret. */
export type S3Access = {
  endpoint: string | null
  region: string | null
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
}

/** A bucket in an S3 store. `url` does not end with a slash, and `prefix` is empty or ends with a slash. */
export type S3Store = {
  name: string
  url: string
  region: string
  prefix: string
  credentials: NonNullable<S3Access['credentials']>
}

const FORM = 's3://NAME?endpoint=https://HOST&region=REGION&style=path&prefix=FOLDER/, all but NAME optional'
const PARAMETERS = ['endpoint', 'region', 'style', 'prefix']

/** Parses `s3://name?endpoint=…&region=…&style=path|virtual&prefix=…`. Throws if a part is missing or wrong. */
export function readS3Address(address: string, access: S3Access | null): S3Store {
  const url = parse(address, 'The bucket address')
  if (url === null) throw new Error(`This is not a valid S3 bucket address. Use ${FORM}.`)
  const name = url.hostname
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(name) || !['', '/'].includes(url.pathname) || url.port) {
    throw new Error(`"${name}${url.pathname}" is not a valid S3 bucket name. Use ${FORM}.`)
  }
  const unknown = [...url.searchParams.keys()].find((parameter) => !PARAMETERS.includes(parameter))
  if (unknown !== undefined)
    throw new Error(`The address of s3://${name} has the unknown parameter "${unknown}". Use ${FORM}.`)
  const region = url.searchParams.get('region') ?? access?.region ?? null
  const given = url.searchParams.get('endpoint') ?? access?.endpoint ?? null
  if (region === null && given === null) {
    throw new Error(`The region of s3://${name} is missing. Add ?region=… to its address, or set AWS_REGION.`)
  }
  if (!access?.credentials) {
    throw new Error(
      `There are no credentials for s3://${name}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them to ` +
        'the shared credentials file (AWS_SHARED_CREDENTIALS_FILE, AWS_PROFILE).',
    )
  }
  const endpoint = readEndpoint(given ?? `https://s3.${region}.amazonaws.com`)
  const style = url.searchParams.get('style') ?? defaultStyle(name, given)
  if (style !== 'path' && style !== 'virtual') {
    throw new Error(`The addressing style of s3://${name} must be "path" or "virtual", but is "${style}".`)
  }
  return {
    name,
    url: urlOf({ endpoint, name, style }),
    region: region ?? 'us-east-1',
    prefix: readPrefix(url.searchParams.get('prefix') ?? ''),
    credentials: access.credentials,
  }
}

// Messages do not repeat the address, because it may contain a secret.
function parse(address: string, name: string): URL | null {
  const url = URL.parse(address)
  if (url?.username || url?.password) {
    throw new Error(
      `${name} contains credentials. Remove them, because addresses are logged. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.`,
    )
  }
  return url
}

function readEndpoint(text: string): URL {
  const endpoint = parse(text, 'The S3 endpoint')
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol) || endpoint.search || endpoint.hash) {
    throw new Error(`The S3 endpoint must be a URL such as https://s3.example.org, but is "${text}".`)
  }
  return endpoint
}

// Amazon expects the bucket name in front of the host name, but its certificate does not cover bucket names with dots.
// Other stores expect the bucket name in the path.
function defaultStyle(name: string, endpoint: string | null): string {
  return endpoint === null && !name.includes('.') ? 'virtual' : 'path'
}

function urlOf({ endpoint, name, style }: { endpoint: URL; name: string; style: 'path' | 'virtual' }): string {
  const path = endpoint.pathname.replace(/\/+$/, '')
  return style === 'path'
    ? `${endpoint.origin}${path}/${name}`
    : `${endpoint.protocol}//${name}.${endpoint.host}${path}`
}

function readPrefix(text: string): string {
  const prefix = text.replace(/\/$/, '')
  const problem = prefix === '' ? null : keyProblem(prefix)
  if (problem !== null) throw new Error(`The bucket prefix "${text}" ${problem}. Choose another one.`)
  return prefix === '' ? '' : `${prefix}/`
}
