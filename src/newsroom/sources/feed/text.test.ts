import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTeaser, LONGEST_TEXT, textOfHtml, titleOfHtml } from '#newsroom/sources/feed/text.ts'

test('paragraphs are apart by blank lines, items and rows on lines', () => {
  expect(textOfHtml('<p>One</p>two<div>three<p>four</p></div>')).toBe('One\n\ntwo\n\nthree\n\nfour')
  expect(textOfHtml('a<br>b<br/><br>c')).toBe('a\nb\n\nc')
  expect(textOfHtml('<ol><li>a</li> <li>b <b>c</b></li></ol>after')).toBe('a\nb c\n\nafter')
  expect(
    textOfHtml(
      '<table><thead><tr><th>k</th><th>v</th></tr></thead><tbody><tr> <td>1</td>\n<td>2</td> </tr></tbody></table>',
    ),
  ).toBe('k | v\n1 | 2')
  expect(textOfHtml('x<b>y</b> <i>z</i>.')).toBe('xy z.')
})

test('code keeps its lines', () => {
  expect(textOfHtml('<pre>if (a)\n    b()\n</pre><p>so</p>')).toBe('if (a)\n    b()\n\nso')
})

test('text without tags keeps its own lines', () => {
  expect(textOfHtml('  One\n  two &amp; three\r\n\r\n\r\n\r\nfour  five ')).toBe('One\ntwo & three\n\nfour five')
  expect(textOfHtml('a < b, c > d, x <y')).toBe('a < b, c > d, x <y')
})

test.for([
  '<script>HIDDEN</script>',
  '<style>HIDDEN</style>',
  '<template><p>HIDDEN</p></template>',
  '<noscript>HIDDEN</noscript>',
  '<!-- HIDDEN -->',
  '<p hidden>HIDDEN</p>',
  '<p aria-hidden="true">HIDDEN</p>',
  '<p style="display:none">HIDDEN</p>',
  '<p style="color: red; DISPLAY : none !important">HIDDEN</p>',
  '<p style="display:/* x */none">HIDDEN</p>',
  '<p style="d\\69 splay:none">HIDDEN</p>',
  '<p style="visibility: hidden">HIDDEN</p>',
  '<p style="font-size:0">HIDDEN</p>',
  '<p style="font-size: 0.0em;">HIDDEN</p>',
  '<p style="font-size:.0px">HIDDEN</p>',
  '<p style="font:0/0 a">HIDDEN</p>',
  '<p style="opacity:0">HIDDEN</p>',
  '<p style="opacity: 0.00 !important">HIDDEN</p>',
  '<div style="display:none"><p>deep <b>HIDDEN</b></p></div>',
  '<svg><text>HIDDEN</text></svg>',
  '<iframe>HIDDEN</iframe>',
  '<select><option>HIDDEN</option></select>',
])('hidden text is dropped: %s', (html) => {
  expect(textOfHtml(`<p>before</p>${html}<p>after</p>`)).toBe('before\n\nafter')
})

test.for([
  '<p aria-hidden="false">shown</p>',
  '<p style="font-size:0.5em">shown</p>',
  '<p style="font-size:10px">shown</p>',
  '<p style="font:italic 10px/0 a">shown</p>',
  '<p style="opacity:0.9">shown</p>',
  '<p style="display:block">shown</p>',
  '<p style="--x-display:none">shown</p>',
])('text that only looks hidden stays: %s', (html) => {
  expect(textOfHtml(html)).toBe('shown')
})

test('characters that nobody sees are dropped', () => {
  const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
  expect(
    textOfHtml(`<p>a\u200Bb\u200Dc\u2060d\uFEFFe\u00ADf${tags}g\u202Eh\u2066i\u0000j\u0007k\u{E0101}l&#x200B;m</p>`),
  ).toBe('abcdefghijklm')
})

test('what is very deep is read without a stack overflow', () => {
  expect(textOfHtml(`${'<div>'.repeat(20_000)}deep`)).toBe('deep')
})

test('no text has tags of its own, unseen characters, or runs of blank lines', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<div style="display:none">',
      '</div>',
      '<br>',
      '<li>',
      '<td>',
      '<pre>',
      '</pre>',
      '<b',
      '&lt;',
      '&#8203;',
      '<!--',
      '-->',
    ),
    fc.constantFrom('word', ' ', '\n', '\r\n\r\n', '\t', '\u200B', '\u{E0020}', '\uD800', '\u2028', '\u0085'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = textOfHtml(pieces.join(''))
      expect(text).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}]|(?!\n)\p{Cc}|\n{3}|^\s|\s$/u)
      expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT)
      expect(titleOfHtml(pieces.join(''))).not.toMatch(/[\n\r\u2028\u2029]| {2}|^\s|\s$/)
    }),
    { numRuns: 500 },
  )
})

test('a text is cut between characters', () => {
  const text = textOfHtml(`${'a'.repeat(LONGEST_TEXT - 1)}😀`)
  expect(text).toBe('a'.repeat(LONGEST_TEXT - 1))
})

test.for([
  '…',
  ' […]',
  ' [...]',
  '...',
  ' Read more',
  ' Read more »',
  '\n\nContinue reading →',
  '\n\nContinue reading Version 9',
  ' READ MORE',
])('a long text that ends in "%s" is a teaser', (end) => {
  expect(isTeaser(`${LONG}${end}`)).toBe(true)
})

test('a long text that ends is no teaser, a short one is', () => {
  expect(isTeaser(LONG)).toBe(false)
  expect(isTeaser(`${LONG} You may read more about it in the manual of version 9.`)).toBe(false)
  expect(isTeaser('A sentence.')).toBe(true)
})

const LONG = `${'A sentence of a long text. '.repeat(60)}The end.`
