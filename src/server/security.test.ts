import { expect, test } from 'vitest'
import { pagePolicy } from '#server/security.ts'

test('the policy allows only scripts and other files from this server', () => {
  expect(pagePolicy({ apiHost: '', bucketUrl: '/bucket/stet' })).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
})

test('the policy allows the origins of a remote backend and its bucket', () => {
  const policy = pagePolicy({ apiHost: 'https://api.example', bucketUrl: 'https://cdn.example/blog' })
  expect(policy).toContain("connect-src 'self' https://api.example;")
  expect(policy).toContain("img-src 'self' https://cdn.example https:;")
  expect(policy).toContain(`script-src 'self';`)
})
