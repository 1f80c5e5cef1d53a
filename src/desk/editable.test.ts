import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editableFile, readEditable } from '#desk/editable.ts'

const source = { title: 'A [source]: "quoted"', publisher: 'P', url: 'https://example.org/a?b=c#d' }
const subject = {
  title: 'Title: with a colon',
  excerpt: '# not a comment',
  tags: ['yes', '1.0'],
  sources: [source],
  links: [{ url: 'https://example.org/b', text: 'a guide' }],
  markdown: 'First.\n\n---\n\n- a\n- b',
  baseVersion: 7,
}

test('parses an unedited file back into the same article', () => {
  const { title, excerpt, tags, markdown, sources, links } = subject
  expect(readEditable(editableFile(subject))).toEqual({
    baseVersion: 7,
    edited: { title, excerpt, tags, markdown, sources, links },
  })
})

test('preserves every text when a file is written and parsed', () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text.trim() !== '' && !/[\r\uFEFF]/.test(text))
  fc.assert(
    fc.property(line, line, line, fc.nat(), (title, tag, markdown, baseVersion) => {
      const read = readEditable(editableFile({ ...subject, baseVersion, title, tags: [tag], markdown }))
      expect(read).toEqual({
        baseVersion,
        edited: {
          title: title.trim(),
          excerpt: subject.excerpt,
          tags: [tag.trim()],
          markdown: markdown.trim(),
          sources: [source],
          links: subject.links,
        },
      })
    }),
  )
})

test('accepts Windows line endings and a byte order mark', () => {
  const file = `\uFEFF${editableFile(subject).replaceAll('\n', '\r\n')}`
  expect(readEditable(file)).toMatchObject({ baseVersion: 7, edited: { markdown: subject.markdown } })
})

test.for<[string, (file: string) => string, RegExp]>([
  ['no front matter', () => 'Only text.', /no front matter/],
  ['front matter without an end', (file) => file.slice(0, 80), /no front matter/],
  ['an empty article', (file) => `${file.slice(0, file.indexOf('\n---\n'))}\n---\n\n \n`, /article is empty/],
  [
    'front matter that is not YAML',
    (file) => file.replace('title:', 'title: [unclosed'),
    /front matter is invalid: it is not YAML/,
  ],
  ['no title', (file) => file.replace(/^title: .*/m, "title: ' '"), /title is empty/],
  ['tags that are not a list', (file) => file.replace(/tags:\n.*\n.*\n/, 'tags: some\n'), /tags must be a list/],
  [
    'an invalid URL',
    (file) => file.replace('https://example.org', 'javascript:x'),
    /source url must be.*sources\.0\.url/,
  ],
  ['no version', (file) => file.replace('text: 7\n', ''), /text must not be changed/],
])('rejects a file with %s', ([, spoil, sentence]) => {
  expect(readEditable(spoil(editableFile(subject)))).toMatch(sentence)
})
