import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnvironment } from '#wiring/environment.ts'
import { readS3Access } from '#wiring/s3-access.ts'

let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stet-access-'))
  file = join(folder, 'credentials')
  await writeFile(
    file,
    '# mine\n[default]\naws_access_key_id = one\naws_secret_access_key=S3cret=1\n\n[ other ]\r\naws_access_key_id=two\r\n' +
      'aws_secret_access_key = S3cret2\r\n; aws_session_token = old\r\naws_session_token = token\r\n[half]\naws_access_key_id = three\n',
  )
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('reads credentials, region and endpoint from the usual AWS variables', () => {
  const given = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'S3cret', AWS_SESSION_TOKEN: 'token' }
  const location = { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'no', AWS_ENDPOINT_URL: 'https://all.example.org' }
  expect(readS3Access({ ...given, ...location })).toEqual({
    endpoint: 'https://all.example.org',
    region: 'eu-west-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'S3cret', sessionToken: 'token' },
  })
  const s3 = readS3Access({
    ...given,
    ...location,
    AWS_ENDPOINT_URL_S3: 'https://s3.example.org',
    AWS_SESSION_TOKEN: ' ',
  })
  expect(s3).toMatchObject({ endpoint: 'https://s3.example.org' })
  expect(s3.credentials).toEqual({ accessKeyId: 'key', secretAccessKey: 'S3cret' })
})

test('reads the default profile or AWS_PROFILE from the shared credentials file', () => {
  const given = { AWS_SHARED_CREDENTIALS_FILE: file }
  expect(readS3Access(given).credentials).toEqual({ accessKeyId: 'one', secretAccessKey: 'S3cret=1' })
  const credentials = { accessKeyId: 'two', secretAccessKey: 'S3cret2', sessionToken: 'token' }
  expect(readS3Access({ ...given, AWS_PROFILE: 'other' }).credentials).toEqual(credentials)
})

test('error messages name the missing variable, file or profile', () => {
  expect(() => readS3Access({ AWS_ACCESS_KEY_ID: 'key' })).toThrow('AWS_SECRET_ACCESS_KEY is missing')
  expect(() => readS3Access({ AWS_SECRET_ACCESS_KEY: 'S3cret' })).toThrow(/^AWS_ACCESS_KEY_ID is missing(?!.*S3cret)/)
  const given = { AWS_SHARED_CREDENTIALS_FILE: file }
  for (const [variables, words] of [
    [{ ...given, AWS_PROFILE: 'no' }, /\[no\] lacks.*AWS_PROFILE/],
    [{ ...given, AWS_PROFILE: 'half' }, /\[half\] lacks.*aws_secret_access_key/],
    [{ AWS_SHARED_CREDENTIALS_FILE: join(folder, 'no') }, /cannot be read.*AWS_SHARED_CREDENTIALS_FILE/],
  ] as const)
    expect(() => readS3Access(variables)).toThrow(words)
})

test('reads S3 credentials only if the bucket or the desk is in an S3 store', () => {
  const given = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'S3cret' }
  expect(readEnvironment(given).S3).toBeNull()
  for (const name of ['BUCKET', 'DESK'])
    expect(readEnvironment({ ...given, [name]: 's3://blog' }).S3).toMatchObject({ credentials: { accessKeyId: 'key' } })
})
