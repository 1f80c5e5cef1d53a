import { expect, test } from 'vitest'
import postcss from 'postcss'
import { readStyles, writeOutProperties } from '../scripts/styles.ts'
import { createPageStyles } from '#server/used-styles.ts'

const stylesOf = (css: string) => createPageStyles(readStyles(css, '/assets/'))
const used = (css: string, html: string) => stylesOf(css).rules(html)

test('a rule is taken when every element, class and id that it names is in the page', () => {
  const page = '<main id="main" class="wrap wide"><p class="lead">Text</p></main>'
  const css = 'main p{a:b}.wrap .lead{a:b}#main{a:b}article p{c:d}.wrap .note{c:d}#other{c:d}p.wide.x{c:d}'
  expect(used(css, page)).toBe('main p{a:b}.wrap .lead{a:b}#main{a:b}')
})

test('of several selectors those are taken that can match', () => {
  expect(used('.a,.b,p{c:d}', '<p class="b"></p>')).toBe('.b,p{c:d}')
})

test('what may come without a script counts as there: states, attributes, what only must not be', () => {
  const css = 'details[open] p:focus::before{a:b}p:not(.gone){a:b}p:is(.x:focus,.y b){a:b}:root{a:b}*{a:b}'
  expect(used(css, '<details><summary>More</summary></details><p>Text</p>')).toBe(css)
})

test('of a list of names one must be in the page', () => {
  const css = ':is(.x,p) a{a:b}:is(.x,.y) a{c:d}b:is(.x,.y){c:d}'
  expect(used(css, '<p><a>Text</a><b></b></p>')).toBe(':is(.x,p) a{a:b}')
})

test('a role, an aria- or a data- attribute comes with a script, or is in the page with its value', () => {
  const css = '[aria-expanded=true]{a:b}[aria-expanded]{a:b}p[data-cat=ai]{a:b}p[data-cat=web]{c:d}[role=region]{c:d}'
  const page = '<p data-cat="ai"></p><button aria-expanded="true"></button>'
  expect(used(css, page)).toBe('[aria-expanded=true]{a:b}[aria-expanded]{a:b}p[data-cat=ai]{a:b}')
  expect(used(css, page.replace('true', 'false'))).toBe('[aria-expanded]{a:b}p[data-cat=ai]{a:b}')
})

test('what is for a part of a text must be in the text', () => {
  const css = '.prose dl{a:b}.prose>p b{a:b}.prose :is(ol,ul) li{a:b}.prose+p{a:b}'
  const around = '<dl></dl><ul></ul><li></li><b></b>'
  expect(used(css, `<div class="prose"><div><p></p></div></div>${around}`)).toBe('.prose+p{a:b}')
  expect(used(css, `<div class="prose"><div></div><p><b></b></p><ul><li></ul></div><dl></dl>`)).toBe(
    '.prose>p b{a:b}.prose :is(ol,ul) li{a:b}.prose+p{a:b}',
  )
})

test('what is folded away comes with the whole sheet', () => {
  const css = 'summary b{a:b}dl{a:b}.late{a:b}'
  const page = (open: string) => `<details class="made"${open}><summary><b>More</b></summary><dl></dl></details>`
  expect(used(css, page(''))).toBe('summary b{a:b}')
  expect(used(css, `${page('')}<p class="late">`)).toBe('summary b{a:b}.late{a:b}')
  expect(used(css, page(' open=""'))).toBe('summary b{a:b}dl{a:b}')
})

test('what something must hold must be in the page', () => {
  const css = ':root:has(.mark) .foot::before{a:b}.card:has(a:focus){a:b}'
  expect(used(css, '<p class="card foot"><a>Link</a></p>')).toBe('.card:has(a:focus){a:b}')
  expect(used(css, '<p class="card foot"><a class="mark">Link</a></p>')).toBe(css)
})

test('blocks are taken with the rules in them, and left out when none is left; their order stays', () => {
  const css = '@layer a,b;@layer a{@media (width<9px){.x{a:b}p{a:b}}@media print{.x{a:b}}}@layer b{p{c:d}}'
  expect(used(css, '<p></p>')).toBe('@layer a,b;@layer a{@media (width<9px){p{a:b}}}@layer b{p{c:d}}')
})

test('what is no rule and no block of rules is taken as it is', () => {
  const css = '@view-transition{navigation:auto}@layer a,b;'
  expect(used(css, '<p></p>')).toBe(css)
})

test('values have no spaces that say nothing', () => {
  const css = 'p{font:500 1rem / 1 "a, b", c;inset:calc(1px + 2px)}'
  expect(used(css, '<p></p>')).toBe('p{font:500 1rem/1 "a, b",c;inset:calc(1px + 2px)}')
})

test('what answers a pointer, or is for paper, comes with the whole sheet', () => {
  const css = 'a:hover{a:b}p:active,p{a:b}p::selection{a:b}a:not(:hover){a:b}@media print{p{a:b}}@media screen{p{a:b}}'
  expect(used(css, '<p><a>Text</a></p>')).toBe('p{a:b}a:not(:hover){a:b}@media screen{p{a:b}}')
})

test('so does what answers scrolling, shows a focus in another way, moves, or is for a page without scripts', () => {
  const css =
    ':focus-visible{a:b}p:focus-visible{c:d}p a:focus{a:b}@page{margin:2cm}@media (scripting:none){p{c:d}}' +
    '@property --x{syntax:"*";inherits:false}' +
    '@supports (animation-timeline:scroll()){p{c:d}}@supports (mask-image:none){p{c:d}}p{transition:color 1s;transition-property:all}a{a:b;transition:none}'
  expect(used(css, '<p><a>Text</a></p>')).toBe(':focus-visible{a:b}p a:focus{a:b}a{a:b}')
})

test('a property that no rule of the page uses is left out', () => {
  const css = ':root{--a:1px;--b:2px;--c:"x;y";--d:var(--a)}p{margin:var(--a,0)}.x{margin:var(--b)}'
  expect(used(css, '<p></p>')).toBe(':root{--a:1px;--c:"x;y";}p{margin:var(--a,0)}')
})

test('a rule that sets nothing else goes with its properties, and so does a block of nothing else', () => {
  const css = '@layer a,b;@layer a{@media (width<9px){:root{--b:2px}}p{a:b}}:root{--b:1px}p:after{content:";x{}"}'
  expect(used(css, '<p></p>')).toBe('@layer a,b;@layer a{p{a:b}}p:after{content:";x{}"}')
})

const writtenOut = (css: string) => postcss([writeOutProperties]).process(css, { from: undefined }).css

test('a property that is set once, for the whole page, is written where it is used', () => {
  const css = '@layer t{:root{--wide:4px;--of:calc(2*var(--wide));--x:"a;b"}}p{a:var(--of);b:var( --wide );c:var(--x)}'
  expect(writtenOut(css)).toBe('@layer t{:root{--x:"a;b"}}p{a:calc(2*4px);b:4px;c:var(--x)}')
})

test('a property whose value depends on the window, on the element or on a script stays', () => {
  const css = [
    ':root{--a:1px}@media (width>9px){:root{--a:2px}}p{m:var(--a)}',
    '@media (width>9px){:root{--a:2px}}p{m:var(--a)}',
    'p{--a:1px}p{m:var(--a)}',
    ':root{--a:1px}p{m:var(--a,2px)}',
  ]
  for (const rules of css) expect(writtenOut(rules)).toBe(rules)
})

test('an animation is taken with a rule that names it', () => {
  const css = '@keyframes breathe{to{a:b}}@keyframes spin{to{a:b}}.skel{animation:1s breathe}.wheel{animation:1s spin}'
  expect(used(css, '<p class="skel"></p>')).toBe('@keyframes breathe{to{a:b}}.skel{animation:1s breathe}')
})

test('a font is taken when the page has one of its characters, from where the sheet had it', () => {
  const face = (range: string, file: string) =>
    `@font-face{font-family:F;src:url(./${file}.woff2);unicode-range:${range}}`
  const css =
    face('U+0020-007E', 'latin') + face('U+0100-017F,U+2074', 'more') + '@font-face{font-family:G;src:local(A)}'
  const fonts = (html: string) => stylesOf(css).fonts(html)
  const names = (html: string) => [...fonts(html).matchAll(/assets\/(\w+)|local/g)].map(([all, name]) => name ?? all)
  expect(names('<p>Text</p>')).toEqual(['latin'])
  expect(names('<p>Łódź</p>')).toEqual(['latin', 'more'])
  expect(names('<p>2⁴</p>')).toEqual(['latin', 'more'])
  // A font that every page has is for whatever no later one is for.
  expect(fonts('<p>Ł</p>').match(/unicode-range:[^}]*/g)).toEqual(['unicode-range:U+0100-017F,U+2074'])
  // The faces that hold a font's place until it has come are in every page, apart from the rules.
  expect(stylesOf(css).standIns).toBe('@font-face{font-family:G;src:local(A)}')
  expect(used(css, '<p>Łódź</p>')).toBe('')
})

test('pages that differ in one name that a rule needs are given their own rules, one after the other', () => {
  const styles = stylesOf('p{a:b}.x{a:b}#y{a:b}.prose em{a:b}[role=note]{a:b}')
  const pages = [
    ['<p></p>', 'p{a:b}'],
    ['<p class="x"></p>', 'p{a:b}.x{a:b}'],
    ['<p id="y"></p>', 'p{a:b}#y{a:b}'],
    ['<p id="z" class="other"></p>', 'p{a:b}'],
    ['<div class="prose"><em></em></div><p></p>', 'p{a:b}.prose em{a:b}'],
    ['<em></em><p role="note"></p>', 'p{a:b}[role=note]{a:b}'],
  ] as const
  for (const [html, rules] of [...pages, ...pages]) expect(styles.rules(html)).toBe(rules)
})
