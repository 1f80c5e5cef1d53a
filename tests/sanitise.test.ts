import fc from 'fast-check'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  allowedValue,
} from '#site/data/allowed.ts'
import { sanitise } from '#site/data/sanitise-server.ts'
import { HARMLESS, HOSTILE } from './e2e/hostile-html.ts'

const TAGS = [...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS]
const ATTRIBUTES = [...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES]

test('what is written is read as what was allowed, by whatever it was hidden', () => {
  for (const { html } of HOSTILE) expect([html, strangersIn(sanitise(html))]).toEqual([html, []])
  const tag = fc.constantFrom(
    ...TAGS,
    ...DROPPED_TAGS,
    'form',
    'button',
    'base',
    'input',
    'x-y',
    'font',
    'image',
    'annotation-xml',
  )
  const name = fc.constantFrom(
    ...ATTRIBUTES,
    'onclick',
    'style',
    'srcset',
    'xlink:href',
    'xmlns',
    'action',
    'name',
    'data-x',
    'classname',
  )
  const value = fc.oneof(
    fc.constantFrom(
      'javascript:x',
      '/fine',
      '//evil',
      'root',
      'code site',
      '"><img src=x onerror=y>',
      '`',
      '&quot;',
      "' a='",
    ),
    fc.string(),
  )
  const attribute = fc.tuple(name, value).map(([key, text]) => `${key}="${text}"`)
  const part = fc.oneof(
    fc
      .tuple(tag, fc.array(attribute, { maxLength: 3 }))
      .map(([of, attributes]) => `<${[of, ...attributes].join(' ')}>`),
    tag.map((of) => `</${of}>`),
    fc.constantFrom(
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&lt;script&gt;',
      '&amp;lt;',
      '<',
      '<!doctype html>',
      '\0',
      'text',
    ),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      expect(strangersIn(sanitise(parts.join('')))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('a harmless text stays as it was written, but for the spelling of its references', () => {
  const spelt = (html: string) => html.replaceAll('&lt;', '&#x3C;').replaceAll('&amp;', '&#x26;')
  const changed = HARMLESS.filter(({ html }) => sanitise(html) !== spelt(html)).map(({ name }) => name)
  // An address with blanks around it, and a reference to a blank that needs none.
  expect(changed).toEqual(['harmless-3', 'harmless-9'])
  expect(sanitise('<p>a &lt; b &amp;&amp; "c" > d\u00a0e</p>')).toBe('<p>a &#x3C; b &#x26;&#x26; "c" > d\u00a0e</p>')
  expect(sanitise(`<img src="/a" alt="'a' &quot;b&quot; \`c\` &amp; <d>">`)).toBe(
    '<img src="/a" alt="&#x27;a&#x27; &#x22;b&#x22; &#x60;c&#x60; &#x26; <d>">',
  )
  expect(sanitise('<ol reversed="yes" start="3"><li>a<br>b</ol>')).toBe('<ol reversed start="3"><li>a<br>b</li></ol>')
})

test('an element that is not allowed leaves its content, one that is dropped leaves nothing', () => {
  expect(sanitise('<form><p>a <font>b</font></p></form><!-- c --><iframe>d</iframe><title>e</title>')).toBe(
    '<p>a b</p>',
  )
  expect(sanitise('<svg viewBox="0 0 9 9"><desc>a</desc><a xlink:href="/b"><text x="1">c</text></a></svg>')).toBe(
    '<svg viewBox="0 0 9 9"><a><text x="1">c</text></a></svg>',
  )
  expect(sanitise('<td>a<b>b</b></td>')).toBe('a<b>b</b>')
  expect(sanitise('<table><form><tr><td>a</table>')).toBe('<table><tbody><tr><td>a</td></tr></tbody></table>')
})

// What a parser finds in a text that the list does not name, or not with such a value.
function strangersIn(html: string): string[] {
  return strangers(parseFragment(html, { scriptingEnabled: false }))
}

function strangers({ childNodes }: DefaultTreeAdapterTypes.ParentNode): string[] {
  return childNodes.flatMap((node) => {
    if ('value' in node) return []
    if (!('tagName' in node)) return [node.nodeName]
    const attributes = node.attrs.filter(
      ({ name, prefix, value }) => prefix || !ATTRIBUTES.includes(name) || allowedValue(name, value) !== value,
    )
    return [
      ...(TAGS.includes(node.tagName) ? [] : [node.tagName]),
      ...attributes.map(({ name, value }) => `${name}=${value}`),
      ...strangers(node),
    ]
  })
}
