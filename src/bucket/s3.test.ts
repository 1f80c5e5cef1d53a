import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { Corrupt, PreconditionFailed, Unavailable, Unsupported } from '#bucket/bucket.ts'
import { openBucketAtStart } from '#bucket/open.ts'
import { s3Bucket } from '#bucket/s3.ts'
import { readS3Address } from '#bucket/s3-address.ts'
import { send } from '#bucket/s3-request.ts'
import { startFaultyProxy, type Fault, type FaultyProxy } from '../../tests/fixtures/faulty-proxy.ts'
import { startS3Store, type StoreOptions } from '../../tests/fixtures/s3-store.ts'
import { bucketIn, gateway, openTestStore, TEST_BUCKET } from '../../tests/fixtures/test-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (body: Uint8Array | undefined) => new TextDecoder().decode(body)
const plain = { contentType: 'text/plain' }
const createOnly = { ...plain, ifNoneMatch: '*' } as const

// Timeout in milliseconds for tests in which the store does not respond.
const SHORT = gateway === null ? 300 : 1_000

let store: Awaited<ReturnType<typeof openTestStore>>
let proxy: FaultyProxy
let prefix = ''

beforeAll(async () => {
  store = await openTestStore()
  proxy = await startFaultyProxy(store.access.endpoint)
})

beforeEach(() => {
  prefix = randomUUID()
  proxy.faults.length = 0
  proxy.seen.length = 0
})

afterAll(async () => {
  await proxy.close()
  await store.close()
})

// Opens the test's bucket directly and through the faulty proxy. Records delays instead of waiting.
function pair(timeLimit = 10_000) {
  const pauses: number[] = []
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  const options = { prefix, pause, random: () => 1, timeLimit }
  return {
    direct: bucketIn(store.access, { prefix }),
    faulty: bucketIn({ ...store.access, endpoint: proxy.endpoint }, options),
    pauses,
  }
}

// Returns a short timeout for faults in which the store stops responding.
function limitFor(fault: Fault | null): number | undefined {
  return fault === 'silence after' || fault === 'stalled' ? SHORT : undefined
}

async function provenPair(fault: Fault | null = null) {
  const buckets = pair(limitFor(fault))
  await buckets.faulty.prove()
  proxy.seen.length = 0
  return buckets
}

const passing: Fault[] = ['500', '503', 'reset', '500 after', 'reset after', 'silence after', 'broken off']

test.each(passing)('a create-only put succeeds once despite the fault "%s"', async (fault) => {
  const { direct, faulty } = await provenPair(fault)
  proxy.faults.push(fault)
  await faulty.put('a', bytes('mine'), createOnly)
  expect(text((await direct.get('a'))?.body)).toBe('mine')
  await expect(faulty.put('a', bytes('again'), createOnly)).rejects.toThrow(PreconditionFailed)
  expect(text((await direct.get('a'))?.body)).toBe('mine')
})

test.each(passing)('with the fault "%s", a create-only put still fails if the key exists', async (fault) => {
  const { direct, faulty } = await provenPair(fault)
  await direct.put('a', bytes('theirs'), createOnly)
  await direct.put('b', bytes('theirs'), plain)
  for (const key of ['a', 'b']) {
    proxy.faults.push(fault)
    await expect(faulty.put(key, bytes('mine'), createOnly)).rejects.toThrow(PreconditionFailed)
    expect(text((await direct.get(key))?.body)).toBe('theirs')
  }
})

test('exactly one of several concurrent create-only puts succeeds if responses are lost', async () => {
  const { direct, faulty } = await provenPair()
  for (let round = 0; round < 5; round += 1) {
    proxy.faults.push('500 after', 'reset', null, 'reset after', '503', null, '500 after')
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => faulty.put(`race/${round}`, bytes(String(index)), createOnly)),
    )
    const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [String(index)] : []))
    expect(winners).toEqual([text((await direct.get(`race/${round}`))?.body)])
    proxy.faults.length = 0
  }
})

test.each<Fault>([...passing, 'stalled', 'cut short'])(
  'other operations succeed despite the fault "%s"',
  async (fault) => {
    const { direct, faulty } = pair(limitFor(fault))
    await direct.put('a', bytes('all of it'), plain)
    proxy.faults.push(fault)
    expect(text((await faulty.get('a'))?.body)).toBe('all of it')
    proxy.faults.push(fault)
    expect(await Array.fromAsync(faulty.keys(''))).toEqual(['a'])
    proxy.faults.push(fault)
    await faulty.put('a', bytes('more'), plain)
    proxy.faults.push(fault)
    await faulty.delete('a')
    expect(await direct.get('a')).toBeNull()
  },
)

test('an operation fails with Unavailable and advice after five attempts with increasing delays', async () => {
  const { faulty, pauses } = pair()
  proxy.faults.push('503', '500', '503', '503', '503')
  await expect(faulty.get('a')).rejects.toThrow(
    /^The bucket s3:\/\/stet-test at .* could not read a: .* 503 SlowDown.*\./,
  )
  expect(pauses).toEqual([100, 200, 400, 800])
  expect(proxy.seen).toHaveLength(5)
  proxy.faults.push(...Array<Fault>(5).fill('silence after'))
  await expect(pair(SHORT).faulty.get('a')).rejects.toThrow(/did not respond within 1 s\. Check/)
  proxy.faults.push(...Array<Fault>(5).fill('reset'))
  await expect(faulty.get('a')).rejects.toThrow(Unavailable)
})

test('reports a truncated body as Corrupt, and a broken connection as Unavailable', async () => {
  const { direct, faulty } = pair()
  await direct.put('a', bytes('all of it'), plain)
  proxy.faults.push(...Array<Fault>(5).fill('cut short'))
  await expect(faulty.get('a')).rejects.toThrow(Corrupt)
  proxy.faults.push(...Array<Fault>(5).fill('broken off'))
  await expect(faulty.get('a')).rejects.toThrow(Unavailable)
})

test('reports an unreachable store as Unavailable, with its name in the message', async () => {
  const gone = await startFaultyProxy(store.access.endpoint)
  await gone.close()
  const bucket = bucketIn({ ...store.access, endpoint: gone.endpoint }, { pause: async () => {} })
  await expect(bucket.get('a')).rejects.toThrow(/s3:\/\/stet-test at 127.*ECONNREFUSED.*endpoint is correct/)
})

test('the message for a wrong clock explains the cause', async () => {
  const fast = bucketIn(store.access, { now: () => new Date(Date.now() + 3_600_000) })
  await expect(fast.get('a')).rejects.toThrow(
    /this machine's clock or the store's is wrong.*it is .* here, but .* at the store.*Set the clock/,
  )
  await expect(fast.put('a', bytes(''), createOnly)).rejects.toThrow(Unavailable)
})

test('wrong credentials and a missing bucket fail without a retry, and messages do not contain secrets', async () => {
  const { credentials } = store.access
  const wrong = { ...store.access, credentials: { accessKeyId: 'local', ...credentials, secretAccessKey: 'S3cret' } }
  const unknown = { ...store.access, credentials: { accessKeyId: 'nobody', secretAccessKey: 'S3cret' } }
  const missing = s3Bucket(readS3Address('s3://no-such-bucket', store.access))
  const refusals = [
    bucketIn(wrong).get('a'),
    bucketIn(unknown).get('a'),
    missing.get('a'),
    Array.fromAsync(missing.keys('')),
  ]
  const reasons = (await Promise.allSettled(refusals)).map((result) => result.status === 'rejected' && result.reason)
  expect(reasons.every((reason) => reason instanceof Unavailable)).toBe(true)
  expect(String(reasons[0])).toContain('does not accept the credentials')
  expect(String(reasons[2])).toContain('the bucket does not exist. Create it')
  for (const reason of reasons) expect(JSON.stringify([String(reason), reason])).not.toMatch(/S3cret|secret/)
})

test('the message for a bucket in another region contains the region, and the redirect is not followed', async () => {
  const respond: typeof fetch = async (_, init) => {
    expect(init?.redirect).toBe('manual')
    const headers = { location: 'https://elsewhere.example.org', 'x-amz-bucket-region': 'eu-west-1' }
    return new Response('<Error><Code>PermanentRedirect</Code></Error>', { status: 301, headers })
  }
  const elsewhere = bucketIn(store.access, { fetch: respond }).get('a')
  await expect(elsewhere).rejects.toThrow(/is not in us-east-1. Set its region to eu-west-1/)
})

test('reports an invalid list as Unavailable instead of as an empty bucket', async () => {
  const respond: typeof fetch = async () => new Response('<html>It works!</html>')
  const bucket = bucketIn(store.access, { fetch: respond, pause: async () => {} })
  await expect(Array.fromAsync(bucket.keys(''))).rejects.toThrow(/an invalid list/)
  const missing: typeof fetch = async () => new Response('<html>No page</html>', { status: 404 })
  await expect(bucketIn(store.access, { fetch: missing }).get('a')).rejects.toThrow(/not an S3 store/)
})

test('reads an object that another program stored, and does not treat it as its own', async () => {
  const { direct } = pair()
  const target = readS3Address(`s3://${TEST_BUCKET}`, store.access)
  const key = `${prefix}/theirs.txt`
  await send(target, { doing: 'be written', method: 'PUT', key, body: Uint8Array.from(bytes('by hand')) }, {})
  expect(text((await direct.get('theirs.txt'))?.body)).toBe('by hand')
  await expect(direct.put('theirs.txt', bytes('mine'), createOnly)).rejects.toThrow(PreconditionFailed)
})

test('a key may contain any printable character', async () => {
  const { direct } = pair()
  const signs = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (sign) => sign !== '\\',
  )
  const key = `a/${signs.join('').replace('/', '-')}`
  await direct.put(key, bytes('x'), createOnly)
  expect(await direct.get(key)).not.toBeNull()
  expect(await Array.fromAsync(direct.keys(key.slice(0, -1), key.slice(0, 40)))).toEqual([key])
  await direct.delete(key)
  expect(await direct.get(key)).toBeNull()
})

test('lists all keys even if the store returns shorter pages', async () => {
  const short = await startS3Store({ pageSize: 2 })
  onTestFinished(short.close)
  const bucket = bucketIn({ ...short, region: null })
  const keys = ['a', 'b', 'c', 'd', 'e']
  for (const key of keys) await bucket.put(key, bytes(''), plain)
  expect(await Array.fromAsync(bucket.keys(''))).toEqual(keys)
})

test('stores the cache control and the content type', async () => {
  const { direct } = pair()
  await direct.put('a.json', bytes('{}'), { contentType: 'text/odd; charset=utf-8', cacheControl: 'no-store' })
  expect(await direct.get('a.json')).toMatchObject({ contentType: 'text/odd; charset=utf-8', cacheControl: 'no-store' })
})

test('rejects keys that S3 stores sort differently, and does not list them', async () => {
  const { direct } = pair()
  await expect(direct.put('a/\uFF21', bytes(''), plain)).rejects.toThrow(/U\+E000.*Choose another/)
  expect(await direct.get('a/\uFF21')).toBeNull()
  const target = readS3Address(`s3://${TEST_BUCKET}`, store.access)
  for (const name of ['a/\uFF21', 'a/', 'a/🙂'])
    await send(target, { doing: 'be written', method: 'PUT', key: `${prefix}/${name}` }, {})
  expect(await Array.fromAsync(direct.keys(''))).toEqual(['a/🙂'])
})

test('tests the store once, before it first creates an object, and leaves no objects behind', async () => {
  const { direct, faulty } = pair()
  await faulty.put('a', bytes(''), plain)
  expect(proxy.seen).toHaveLength(1)
  await faulty.put('b', bytes(''), createOnly)
  const requests = proxy.seen.length
  await faulty.put('c', bytes(''), createOnly)
  expect(proxy.seen).toHaveLength(requests + 1)
  expect(await Array.fromAsync(direct.keys(''))).toEqual(['a', 'b', 'c'])
})

test('repeats an interrupted test of the store', async () => {
  const { faulty } = pair()
  proxy.faults.push(...Array<Fault>(40).fill('503'))
  await expect(faulty.put('a', bytes(''), createOnly)).rejects.toThrow(Unavailable)
  proxy.faults.length = 0
  await faulty.put('a', bytes(''), createOnly)
})

test.each<[string, StoreOptions, RegExp]>([
  [
    'ignores the condition',
    { conditions: 'ignored' },
    /several writers create the same key.*Use a store that supports/,
  ],
  ['responds to the condition with 501', { conditions: 'refused' }, /501 NotImplemented.*Use a store that supports it/],
  ['forgets metadata', { keepsMetadata: false }, /lost the id of a write.*Use a store that supports/],
])('at the start, rejects a store that %s, and does not create anything in it', async (_what, options, sentence) => {
  const lying = await startS3Store(options)
  onTestFinished(lying.close)
  const access = { ...lying, region: null }
  const start = openBucketAtStart({ address: 's3://stet-test', access, onError: () => expect.unreachable() })
  await expect(start).rejects.toThrow(Unsupported)
  await expect(start).rejects.toThrow(sentence)
  const bucket = bucketIn(access)
  await expect(bucket.put('a', bytes(''), createOnly)).rejects.toThrow(Unsupported)
  expect(await bucket.get('a')).toBeNull()
})

test('a process can start while the store is unavailable, and reports the problem', async () => {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const access = { ...store.access, credentials: { accessKeyId: 'nobody', secretAccessKey: 'S3cret' } }
  await openBucketAtStart({ address: 's3://stet-test', access, onError })
  expect(errors).toEqual([expect.any(Unavailable)])
})

test('signs requests that have the bucket name in front of the host name', async () => {
  const local = await startS3Store()
  onTestFinished(local.close)
  const seen: string[] = []
  // This host does not exist, so forward requests for it to the local store.
  const resolve: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    seen.push(url.host)
    const headers: Record<string, string> = { ...Object.fromEntries(new Headers(init?.headers)), host: url.host }
    // A compressed body would have a different length.
    expect(headers['accept-encoding']).toBe('identity')
    const onward = request(`${local.endpoint}${url.pathname}${url.search}`, { method: init?.method, headers })
    onward.end(init?.body instanceof Uint8Array ? init.body : undefined)
    const [message] = await once(onward, 'response')
    const body = Buffer.concat(await Array.fromAsync(message))
    const responseHeaders = Object.entries(message.headers).map(([name, value]) => [name, String(value)])
    return new Response(message.statusCode === 204 ? null : body, {
      status: message.statusCode,
      headers: Object.fromEntries(responseHeaders),
    })
  }
  const address = 's3://stet-test?style=virtual&endpoint=http://s3.example.org&prefix=v'
  const bucket = s3Bucket(readS3Address(address, { ...local, region: null }), { fetch: resolve })
  await bucket.put('a b/+', bytes('x'), createOnly)
  expect(await Array.fromAsync(bucket.keys(''))).toEqual(['a b/+'])
  expect(new Set(seen)).toEqual(new Set(['stet-test.s3.example.org']))
})

test('uses the generation header for Google Cloud Storage, and If-None-Match for others', async () => {
  const conditions = async (endpoint: string) => {
    const sent: Headers[] = []
    const respond: typeof fetch = async (_, init) => {
      if (init?.method === 'PUT') sent.push(new Headers(init.headers))
      return new Response('', { status: 500 })
    }
    const given = readS3Address(`s3://stet-test?endpoint=${endpoint}`, { ...store.access })
    await s3Bucket(given, { fetch: respond, pause: async () => {} })
      .put('a', bytes(''), createOnly)
      .catch(() => {})
    return [sent[0]?.get('x-goog-if-generation-match'), sent[0]?.get('if-none-match')]
  }
  expect(await conditions('https://storage.googleapis.com')).toEqual(['0', null])
  expect(await conditions('https://s3.example.org')).toEqual([null, '*'])
})
