import { expect, test } from 'vitest'
import { readS3Address } from '#bucket/s3-address.ts'

const credentials = { accessKeyId: 'key', secretAccessKey: 'S3cret' }
const access = { endpoint: null, region: null, credentials }

test.each([
  ['s3://blog?region=eu-west-1', 'https://blog.s3.eu-west-1.amazonaws.com', 'eu-west-1', ''],
  ['s3://my.blog?region=eu-west-1', 'https://s3.eu-west-1.amazonaws.com/my.blog', 'eu-west-1', ''],
  ['s3://blog?region=eu-west-1&style=path', 'https://s3.eu-west-1.amazonaws.com/blog', 'eu-west-1', ''],
  ['s3://blog?endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000/blog', 'us-east-1', ''],
  ['s3://blog/?endpoint=https://s3.example.org/&style=virtual', 'https://blog.s3.example.org', 'us-east-1', ''],
  ['s3://blog?endpoint=https://a.example/storage/v1/s3/', 'https://a.example/storage/v1/s3/blog', 'us-east-1', ''],
  ['s3://blog?endpoint=https://a.example/s3&style=virtual', 'https://blog.a.example/s3', 'us-east-1', ''],
  ['s3://Blog_1?endpoint=https://s3.example.org&prefix=a/b', 'https://s3.example.org/Blog_1', 'us-east-1', 'a/b/'],
  ['s3://blog?endpoint=https://s3.example.org&prefix=a/', 'https://s3.example.org/blog', 'us-east-1', 'a/'],
])('converts %s to the URL %s', (address, url, region, prefix) => {
  expect(readS3Address(address, access)).toMatchObject({ url, region, prefix, credentials })
})

test('the address takes precedence over the environment, and the environment over defaults', () => {
  const environment = { endpoint: 'https://env.example.org', region: 'env', credentials }
  expect(readS3Address('s3://blog', environment)).toMatchObject({ url: 'https://env.example.org/blog', region: 'env' })
  const own = readS3Address('s3://blog?endpoint=https://own.example.org&region=own', environment)
  expect(own).toMatchObject({ url: 'https://own.example.org/blog', region: 'own' })
})

test.each([
  ['s3://blog', /region of s3:\/\/blog is missing.*AWS_REGION/],
  ['s3:', /Use s3:\/\/NAME/],
  ['s3://?region=x', /Use s3:\/\/NAME/],
  ['s3://blog/posts?region=x', /"blog\/posts" is not a valid S3 bucket name.*prefix=FOLDER/],
  ['s3://blog?region=x&regoin=y', /unknown parameter "regoin".*Use s3:\/\/NAME/],
  ['s3://blog?endpoint=s3.example.org', /must be a URL such as https:\/\/s3\.example\.org, but is "s3\.example\.org"/],
  ['s3://blog?endpoint=ftp://s3.example.org', /must be a URL such as/],
  ['s3://blog?endpoint=https://s3.example.org/path%3Fa', /must be a URL such as/],
  ['s3://blog?region=x&style=host', /must be "path" or "virtual", but is "host"/],
  ['s3://blog?region=x&prefix=../up', /The bucket prefix "\.\.\/up" has a part/],
])('rejects %s with advice', (address, words) => {
  expect(() => readS3Address(address, access)).toThrow(words)
})

test.each([
  's3://key:S3cret@blog?region=x',
  's3://blog?endpoint=https://key:S3cret@s3.example.org',
  's3://key:S3cret@blog/posts?odd=1',
  's3://blog?region=x&endpoint=https://key:S3cret@s3.example.org&odd=1',
  's3://blog/posts?secret=S3cret',
  's3://blog?secret=S3cret',
])('rejects secrets in an address without repeating them: %s', (address) => {
  expect(() => readS3Address(address, access)).toThrow(/^(?!.*S3cret).*(?:credentials.*Remove|Use s3:)/)
})

test('the message for missing credentials says how to set them', () => {
  for (const none of [null, { ...access, credentials: null }]) {
    expect(() => readS3Address('s3://blog?region=x', none)).toThrow(/AWS_ACCESS_KEY_ID.*AWS_SHARED_CREDENTIALS_FILE/)
  }
})
