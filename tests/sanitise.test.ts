import fc from 'fast-check'
import { defaultTreeAdapter, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_MATH_ATTRIBUTES,
  ALLOWED_MATH_TAGS,
  ALLOWED_SVG_ATTRIBUTES,
  ALLOWED_SVG_TAGS,
  ALLOWED_TAGS,
  allowedValue,
} from '#blog/html/allow-list.ts'
import { boundedHtml } from '#blog/html/bounds.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'
import { HARMLESS, HOSTILE } from './e2e/hostile-html.ts'
import { part } from './fixtures/random-html.ts'

const TAGS = [...ALLOWED_TAGS, ...ALLOWED_SVG_TAGS]
const ATTRIBUTES = [...ALLOWED_ATTRIBUTES, ...ALLOWED_SVG_ATTRIBUTES]

test('for any input, the output contains only allowed elements, attributes and values', () => {
  for (const { html } of HOSTILE) expect([html, strangersIn(sanitizeHtml(html))]).toEqual([html, []])
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      expect(strangersIn(sanitizeHtml(parts.join('')))).toEqual([])
    }),
    { numRuns: 700 },
  )
})

test('sanitising HTML a second time does not change it', () => {
  for (const { html } of [...HOSTILE, ...HARMLESS]) expect(sanitizeHtml(sanitizeHtml(html))).toBe(sanitizeHtml(html))
})

test('changes only the encoding of entities in harmless HTML', () => {
  const spelt = (html: string) =>
    html.replace(/ (open|reversed)>/, ' $1="">').replace('" https://example.org/ "', '"https://example.org/"')
  const changed = HARMLESS.filter(({ html }) => sanitizeHtml(html) !== spelt(html)).map(({ name }) => name)
  expect(changed).toEqual([])
  expect(sanitizeHtml('<p>a &#60; b &#38;&amp; "c" > d\u00a0e</p>')).toBe(
    '<p>a &lt; b &amp;&amp; "c" &gt; d&nbsp;e</p>',
  )
})

test('keeps the content of a forbidden element, and removes the content of a dropped element', () => {
  expect(sanitizeHtml('<form><p>a <font>b</font></p></form><!-- c --><iframe>d</iframe><title>e</title>')).toBe(
    '<p>a b</p>',
  )
  expect(sanitizeHtml('<svg viewBox="0 0 9 9"><desc>a</desc><a xlink:href="/b"><text x="1">c</text></a></svg>')).toBe(
    '<svg viewBox="0 0 9 9"><a><text x="1">c</text></a></svg>',
  )
  expect(sanitizeHtml('<td>a<b>b</b></td>')).toBe('a<b>b</b>')
  expect(sanitizeHtml('<table><form><tr><td>a</table>')).toBe('<table><tbody><tr><td>a</td></tr></tbody></table>')
})

// Without the limits, a browser took 7 s for the second text, and each of the first two overflowed the server's stack.
const TOO_MUCH: Record<string, string> = {
  'deeply nested elements': `${'<div>'.repeat(8_000)}in the middle${'</div>'.repeat(8_000)}`,
  'unclosed formatting': `${'<b><i><u><a>'.repeat(3_000)}in the middle`,
  'formatting of many kinds': `${Array.from({ length: 5_000 }, (_, index) => `<b title="${index}"><p>`).join('')}in the middle`,
  'elements closed in the wrong order': `${'<b><button></b></button>'.repeat(5_000)}in the middle`,
  'end tags in attributes and comments': `${`<b title="</b>"><!-- </b> -->`.repeat(5_000)}in the middle`,
  'table parts in a drawing': `<svg>${'<td><li><dd>'.repeat(5_000)}in the middle`,
  'elements that are not allowed': `${'<x-y>'.repeat(20_000)}in the middle`,
  'nested lists': `${'<li><dd>'.repeat(10_000)}in the middle`,
  'too many elements': `${'<i>x</i>'.repeat(30_000)}in the middle`,
  'too many attributes': `<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}=1`).join(' ')}>in the middle</p>`,
  'unclosed quotes and brackets': `in the middle${'<a "<'.repeat(50_000)}`,
  'unclosed comments': `in the middle${'<!--'.repeat(50_000)}`,
}

test.each(Object.entries(TOO_MUCH))('limits the element tree of a text with %s, but keeps its words', (_, html) => {
  const bounded = boundedHtml(html)
  const { depth, elements } = sizeOf(bounded)
  expect(depth).toBeLessThanOrEqual(200)
  expect(elements).toBeLessThanOrEqual(25_000)
  expect(sanitizeHtml(html)).toContain('in the middle')
  expect(strangersIn(sanitizeHtml(html))).toEqual([])
})

test('drops a tag with more than 100 attributes', () => {
  const withAttributes = (count: number) =>
    `<p ${Array.from({ length: count }, (_, index) => `a${index}=1`).join(' ')}>words</p>`
  expect(boundedHtml(withAttributes(101))).toBe('words')
  expect(boundedHtml(withAttributes(100))).toBe(withAttributes(100))
})

test('truncates text to 2,000,000 characters', () => {
  expect(boundedHtml(`<p>${'x'.repeat(1_500_000)}</p>`)).toHaveLength(1_500_007)
  expect(boundedHtml(`<p>${'x'.repeat(5_000_000)}</p>`)).toHaveLength(2_000_000)
})

test('limits the depth of any text', () => {
  const hidden = fc.constantFrom('<b title="</b>">', "<i title='>'", '</p>', '<p', '=">', '<a ="', '</', '<!-->', '?>')
  fc.assert(
    fc.property(fc.array(fc.oneof(part, hidden), { minLength: 1, maxLength: 6 }), (parts) => {
      expect(sizeOf(boundedHtml(parts.join('').repeat(300))).depth).toBeLessThanOrEqual(200)
    }),
    { numRuns: 300 },
  )
})

test('does not change the tree of ordinary HTML', () => {
  const ordinary = [
    ...HARMLESS.map(({ html }) => html),
    '<p>One<p>Two<ul><li>a<li>b<ul><li>c</ul><li>d</ul><p>Three<div>Four</div>Five',
    '<table><caption>t<thead><tr><th>a<th>b<tbody><tr><td>1<td>2<tr><td>3<td>4<tfoot><tr><td>s</table>After',
    '<dl><dt>a<dd>b<dt>c<dd>d</dl>1 < 2 & 3 > 2 <3',
    '<a href=/x/>link</a> <img alt="a > b <c>" src=/y/><br/><a title=\'"\' HREF = "/z" data-x>z</a>',
    '<SVG viewBox="0 0 1 1"><path d="M0 0"/><g class=\'f-ink\'><text x=1>t</text></g></SVG>',
    '<p><!-- a <b> comment -->text<!----><!-->more</p>',
  ]
  const plainly = (html: string) => serialize(parseFragment(html)).replaceAll(/<!--.*?-->/g, '')
  for (const html of ordinary) expect(serialize(parseFragment(boundedHtml(html)))).toBe(plainly(html))
})

function sizeOf(html: string): { depth: number; elements: number } {
  let [depth, deepest, elements] = [0, 0, 0]
  parseFragment(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      onItemPush() {
        elements += 1
        depth += 1
        deepest = Math.max(deepest, depth)
      },
      onItemPop: () => void (depth -= 1),
    },
  })
  return { depth: deepest, elements }
}

test('keeps CDATA in an SVG figure as text', () => {
  expect(sanitizeHtml('<svg><text><![CDATA[a < b & <b>]]></text></svg><p>c<![CDATA[d]]>e</p>')).toBe(
    '<svg><text>a &lt; b &amp; &lt;b&gt;</text></svg><p>ce</p>',
  )
  expect(sanitizeHtml('<math><mi><![CDATA[x]]></mi></math>')).toBe('<math><mi>x</mi></math>')
})

test('truncates long words in headings, but not in other elements', () => {
  const [long, short] = ['x'.repeat(20_000), `${'x'.repeat(500)}…`]
  expect(sanitizeHtml(`<h2>A <b>${long}</b> b ${long}</h2><p>${long}</p><h3>${long}`)).toBe(
    `<h2>A <b>${short}</b> b ${short}</h2><p>${long}</p><h3>${short}</h3>`,
  )
})

test('keeps only the symbols and the layout of a formula', () => {
  expect(sanitizeHtml('<math><mi>a<b>b</b></mi><mtext><p>c</p></mtext><mo>&lt;img src=x&gt;</mo></math>')).toBe(
    '<math><mi>a</mi><mtext></mtext><mo>&lt;img src=x&gt;</mo></math>',
  )
  expect(sanitizeHtml('<math href="/x" class="num" id="a"><mi href="/x" dir="rtl" display="flex">x</mi></math>')).toBe(
    '<math><mi>x</mi></math>',
  )
  expect(sanitizeHtml('<math><a>b</a><mglyph></mglyph><math><mi>c</mi></math><mn>1</mn></math><mi>d</mi>')).toBe(
    '<math><mn>1</mn></math>',
  )
  expect(sanitizeHtml('<svg><math><mi>x</mi></math><text>y</text></svg><p display="block">z</p>')).toBe(
    '<svg><text>y</text></svg><p>z</p>',
  )
})

// Returns the elements and attributes in HTML that the allow-list does not permit.
function strangersIn(html: string): string[] {
  return strangers(parseFragment(html, { scriptingEnabled: false }))
}

function strangers(parent: DefaultTreeAdapterTypes.ParentNode, isInMath = false): string[] {
  return parent.childNodes.flatMap((node) => {
    if ('value' in node) return []
    if (!('tagName' in node)) return [node.nodeName]
    const isMath = isInMath || node.tagName === 'math'
    const tags = isMath ? ALLOWED_MATH_TAGS : TAGS
    const names = isMath ? ALLOWED_MATH_ATTRIBUTES : ATTRIBUTES
    const attributes = node.attrs.filter(
      ({ name, prefix, value }) => prefix || !names.includes(name) || allowedValue({ name, value, isMath }) !== value,
    )
    return [
      ...(tags.includes(node.tagName) && isMath === node.namespaceURI.endsWith('MathML') ? [] : [node.tagName]),
      ...(/^m[inot](?:ext)?$/.test(parent.nodeName) ? [`${node.tagName} in ${parent.nodeName}`] : []),
      ...attributes.map(({ name, value }) => `${name}=${value}`),
      ...strangers(node, isMath),
    ]
  })
}
