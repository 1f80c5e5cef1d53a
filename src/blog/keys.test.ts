import { expect, test } from 'vitest'
import { bucketHref, contentKey, postPrefix, thumbnailKey, variantKey } from '#blog/keys.ts'

test('each post has its own folder', () => {
  expect(postPrefix('technology', 'leap-seconds')).toBe('posts/technology/leap-seconds/')
  expect(contentKey('technology', 'leap-seconds')).toBe('posts/technology/leap-seconds/content.json')
})

test('the trailing slash of a prefix is optional', () => {
  expect(thumbnailKey('posts/a/b/')).toBe('posts/a/b/thumbnail.png')
  expect(thumbnailKey('posts/a/b')).toBe('posts/a/b/thumbnail.png')
})

test('stores all sizes of a picture in the same folder', () => {
  const variant = { width: 640, format: 'avif' }
  expect(variantKey('posts/a.b/c/thumbnail.png', variant)).toBe('posts/a.b/c/thumbnail-640.avif')
  expect(variantKey('https://img.example/v1.2/cover.jpeg', variant)).toBe('https://img.example/v1.2/cover-640.avif')
  expect(variantKey('posts/v1.2/cover', variant)).toBe('posts/v1.2/cover-640.avif')
})

test('appends the encoded key to the base URL, and does not change an absolute URL', () => {
  expect(bucketHref('/bucket/stet', 'posts/a/b/thumbnail.png')).toBe('/bucket/stet/posts/a/b/thumbnail.png')
  expect(bucketHref('https://cdn.example/x/', '/posts/ä b/c?d.png')).toBe(
    'https://cdn.example/x/posts/%C3%A4%20b/c%3Fd.png',
  )
  expect(bucketHref('/bucket/stet', 'https://img.example/1.png')).toBe('https://img.example/1.png')
})
