import { expect, test } from 'vitest'
import { decodeBody } from '#newsroom/sources/feed/decode.ts'

const XML = '<?xml version="1.0"?><t>Zoë</t>'

test('prefers UTF-16 and a byte order mark to other declarations, and uses UTF-8 if there are none', () => {
  const utf16 = Buffer.from(XML, 'utf16le')
  const marked = Buffer.from(`\uFEFF${XML}`, 'utf16le')
  for (const body of [Buffer.from(XML), utf16, marked, Buffer.from(utf16).swap16(), Buffer.from(marked).swap16()])
    expect(decodeBody(body, null)).toBe(XML)
  expect(decodeBody(Buffer.from(`\uFEFF${XML}`), 'text/xml; charset=iso-8859-1')).toBe(XML)
  // Without an accented letter, the bytes of UTF-16 are also valid UTF-8.
  expect(decodeBody(Buffer.from('<t>Zoe</t>', 'utf16le'), 'text/xml; charset=utf-8')).toBe('<t>Zoe</t>')
})

test('prefers the encoding in the HTTP header to that in the document', () => {
  const prolog = '<?xml version="1.0" encoding="windows-1252"?><t>“Zoë”</t>'
  const bytes = Buffer.from(prolog.replace('“', '\x93').replace('”', '\x94'), 'latin1')
  expect(decodeBody(bytes, 'text/xml')).toBe(prolog)
  expect(decodeBody(bytes, 'text/xml; charset="windows-1251"')).toContain('“Zoл”')
  expect(decodeBody(Buffer.from('<html><head><meta charset=koi8-r></head>\xc1', 'latin1'), 'text/html')).toMatch(/а$/)
})

test('uses UTF-8 if it is declared anywhere and the bytes are valid', () => {
  const utf8 = '<?xml version="1.0" encoding="UTF-8"?><t>Zoë</t>'
  expect(decodeBody(Buffer.from(utf8), 'text/xml; charset=ISO-8859-1')).toBe(utf8)
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><t>Zoë</t>'
  expect(decodeBody(Buffer.from(latin, 'latin1'), 'text/xml; charset=utf-8')).toBe(latin)
})

test('never throws for unknown or wrong encodings or invalid bytes', () => {
  const unknown = XML.replace('?>', ' encoding="klingon"?>')
  expect(decodeBody(Buffer.from(unknown), 'text/xml; charset=foo')).toBe(unknown)
  expect(decodeBody(Buffer.from('<t>Zo\xeb</t>', 'latin1'), null)).toBe('<t>Zo\uFFFD</t>')
  const sixteen = XML.replace('?>', ' encoding="utf-16"?>')
  expect(decodeBody(Buffer.from(sixteen), null)).toBe(sixteen)
  expect(decodeBody(new Uint8Array(), null)).toBe('')
})
