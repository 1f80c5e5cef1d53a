import { expect, test } from 'vitest'
import { decodeBody } from '#newsroom/sources/feed/decode.ts'

const XML = '<?xml version="1.0"?><t>Zoë</t>'

test('uses UTF-8 if the bytes are valid, even if another encoding is declared', () => {
  const latin = XML.replace('?>', ' encoding="ISO-8859-1"?>')
  for (const text of [XML, latin])
    for (const type of [null, 'text/xml', 'text/xml; charset=iso-8859-1'])
      expect(decodeBody(Buffer.from(text), type)).toBe(text)
  expect(decodeBody(Buffer.from(`\uFEFF${XML}`), null)).toBe(XML)
})

test('prefers the encoding in the HTTP header to that in the document', () => {
  const prolog = '<?xml version="1.0" encoding="windows-1252"?><t>“Zoë”</t>'
  const bytes = Buffer.from(prolog.replace('“', '\x93').replace('”', '\x94'), 'latin1')
  expect(decodeBody(bytes, 'text/xml')).toBe(prolog)
  expect(decodeBody(bytes, 'text/xml; charset="windows-1251"')).toContain('“Zoл”')
  expect(decodeBody(bytes, 'text/xml; charset=utf-8')).toBe(prolog)
  expect(decodeBody(Buffer.from('<html><head><meta charset=koi8-r></head>\xc1', 'latin1'), 'text/html')).toMatch(/а$/)
})

test('never throws for unknown or wrong encodings or invalid bytes', () => {
  const unknown = XML.replace('?>', ' encoding="klingon"?>')
  expect(decodeBody(Buffer.from(unknown), 'text/xml; charset=foo')).toBe(unknown)
  expect(decodeBody(Buffer.from('<t>Zo\xeb</t>', 'latin1'), null)).toBe('<t>Zo\uFFFD</t>')
  expect(decodeBody(new Uint8Array(), null)).toBe('')
})
