import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

test('without any settings there is a complete blog on this machine', () => {
  expect(readEnvironment({})).toEqual({
    BUCKET_NAME: 'stet',
    PORT: 3000,
    HOST: '127.0.0.1',
    BUCKET: 'file:data/bucket',
    DESK: 'file:data/desk',
    STARTER: 'on',
  })
})

test('a blank setting counts as not given, and last slashes do not matter', () => {
  const environment = readEnvironment({
    API_HOST: 'https://api.example/',
    BUCKET_URL: ' ',
    SITE_URL: 'https://a.example//',
  })
  expect(environment).toMatchObject({ API_HOST: 'https://api.example', SITE_URL: 'https://a.example' })
  expect(environment.BUCKET_URL).toBeUndefined()
})

test('what cannot be used is said in a sentence that names it', () => {
  expect(() => readEnvironment({ PORT: 'x', STARTER: 'no' })).toThrow(
    'PORT must be a port number; it is "x".\nSTARTER must be "on" or "off"; it is "no".',
  )
  expect(() => readEnvironment({ API_HOST: 'api.example' })).toThrow('API_HOST must be an address such as')
  expect(() => readEnvironment({ API_HOST: 'javascript:alert(1)' })).toThrow('API_HOST')
  expect(() => readEnvironment({ BUCKET_NAME: '../etc' })).toThrow('BUCKET_NAME must be')
})
