import { expect, test } from 'vitest'
import { readError, readListPage } from '#bucket/s3-xml.ts'

function page(inside: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</ListBucketResult>\n`
}

test('decodes keys with the encoding that the store specifies', () => {
  const keys = '<Contents><Key>a+b%2Bc/%E6%96%87</Key></Contents><Contents><Size>1</Size><Key>d&amp;e</Key></Contents>'
  expect(readListPage(page(`<EncodingType>url</EncodingType>${keys}`))?.keys).toEqual(['a b+c/文', 'd&e'])
  expect(readListPage(page(keys))?.keys).toEqual(['a+b%2Bc/%E6%96%87', 'd&e'])
})

test('reads the continuation token only if there is a next page', () => {
  const token = '<NextContinuationToken>a&#x2F;&#43;=</NextContinuationToken>'
  expect(readListPage(page(`<IsTruncated>true</IsTruncated>${token}`))?.next).toBe('a/+=')
  expect(readListPage(page(`<IsTruncated>false</IsTruncated>${token}`))?.next).toBeNull()
  expect(readListPage(page('<Name>x</Name>'))).toEqual({ keys: [], next: null })
})

test.each(['', '<html>It works!</html>', '<ListBucketResult><Contents><Key>a</Key>', '<Error><Code>No</Code></Error>'])(
  'returns null for an incomplete list: %s',
  (xml) => expect(readListPage(xml)).toBeNull(),
)

test('reads the code and message of an S3 error', () => {
  const xml = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Less &lt;please&gt;</Message></Error>'
  expect(readError(xml)).toEqual({ code: 'SlowDown', message: 'Less <please>' })
  expect(readError('<html><Code>x</Code></html>')).toEqual({ code: '', message: '' })
})
