import { keyProblem } from '#bucket/key.ts'

/** What the environment says of S3 stores in general; null where it says nothing. `credentials` are secrets. */
export type S3Access = {
  endpoint: string | null
  region: string | null
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
}

/** A bucket of an S3 store: `url` is its address without a slash at the end, `prefix` is empty or ends with a slash. */
export type S3Store = {
  name: string
  url: string
  region: string
  prefix: string
  credentials: NonNullable<S3Access['credentials']>
}

const FORM = 's3://NAME?endpoint=https://HOST&region=REGION&style=path&prefix=FOLDER/, all but NAME optional'
const PARAMETERS = ['endpoint', 'region', 'style', 'prefix']

/** Reads `s3://name?endpoint=…&region=…&style=path|virtual&prefix=…`. Throws the sentence that says what is missing. */
export function readS3Address(address: string, access: S3Access | null): S3Store {
  const url = parse(address)
  const name = url.hostname
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(name) || !['', '/'].includes(url.pathname) || url.port) {
    throw new Error(`"${name}${url.pathname}" is not the name of a bucket of an S3 store: write ${FORM}.`)
  }
  const unknown = [...url.searchParams.keys()].find((parameter) => !PARAMETERS.includes(parameter))
  if (unknown !== undefined)
    throw new Error(`The address of s3://${name} has "${unknown}", which means nothing: write ${FORM}.`)
  const region = url.searchParams.get('region') ?? access?.region ?? null
  const given = url.searchParams.get('endpoint') ?? access?.endpoint ?? null
  if (region === null && given === null) {
    throw new Error(`The region of s3://${name} is missing: add ?region=… to its address, or set AWS_REGION.`)
  }
  if (!access?.credentials) {
    throw new Error(
      `There are no credentials for s3://${name}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them to ` +
        'the shared credentials file (AWS_SHARED_CREDENTIALS_FILE, AWS_PROFILE).',
    )
  }
  const endpoint = readEndpoint(given ?? `https://s3.${region}.amazonaws.com`)
  const style = url.searchParams.get('style') ?? defaultStyle(name, given)
  if (style !== 'path' && style !== 'virtual') {
    throw new Error(`The style of s3://${name} must be "path" or "virtual"; it is "${style}".`)
  }
  return {
    name,
    url: urlOf({ endpoint, name, style }),
    region: region ?? 'us-east-1',
    prefix: readPrefix(url.searchParams.get('prefix') ?? ''),
    credentials: access.credentials,
  }
}

// What may hold a secret is not repeated.
function parse(address: string): URL {
  const url = URL.parse(address)
  if (url === null) throw new Error(`This is not the address of a bucket of an S3 store: write ${FORM}.`)
  if (url.username || url.password) {
    throw new Error(
      `The address of the bucket s3://${url.hostname} holds credentials. Take them out, and set AWS_ACCESS_KEY_ID and ` +
        'AWS_SECRET_ACCESS_KEY instead: addresses are printed.',
    )
  }
  return url
}

function readEndpoint(text: string): URL {
  const endpoint = URL.parse(text)
  if (endpoint?.username || endpoint?.password) {
    throw new Error('The endpoint of the S3 store holds credentials: take them out, since addresses are printed.')
  }
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol) || endpoint.pathname !== '/' || endpoint.search) {
    throw new Error(`The endpoint of the S3 store must be an address such as https://s3.example.org; it is "${text}".`)
  }
  return endpoint
}

// Amazon wants the name in front of the host, but its certificate covers no name with dots; other stores take the path.
function defaultStyle(name: string, endpoint: string | null): string {
  return endpoint === null && !name.includes('.') ? 'virtual' : 'path'
}

function urlOf({ endpoint, name, style }: { endpoint: URL; name: string; style: 'path' | 'virtual' }): string {
  return style === 'path' ? `${endpoint.origin}/${name}` : `${endpoint.protocol}//${name}.${endpoint.host}`
}

function readPrefix(text: string): string {
  const prefix = text.replace(/\/$/, '')
  const problem = prefix === '' ? null : keyProblem(prefix)
  if (problem !== null) throw new Error(`The prefix "${text}" of the bucket ${problem}: choose another.`)
  return prefix === '' ? '' : `${prefix}/`
}
