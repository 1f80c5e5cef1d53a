import { expect, test } from 'vitest'
import { readStyles } from '../scripts/styles.ts'
import { usedStyles } from '#server/used-styles.ts'

const used = (css: string, html: string) => usedStyles(readStyles(css, '/assets/'), html)

test('a rule is taken when every element, class and id that it names is in the page', () => {
  const page = '<main id="main" class="wrap wide"><p class="lead">Text</p></main>'
  const css = 'main p{a:b}.wrap .lead{a:b}#main{a:b}article p{c:d}.wrap .note{c:d}#other{c:d}p.wide.x{c:d}'
  expect(used(css, page)).toBe('main p{a:b}.wrap .lead{a:b}#main{a:b}')
})

test('of several selectors those are taken that can match', () => {
  expect(used('.a,.b,p{c:d}', '<p class="b"></p>')).toBe('.b,p{c:d}')
})

test('what may come without a script counts as there: states, attributes, what only must not be', () => {
  const css = 'details[open] p:focus::before{a:b}p:not(.gone){a:b}p:is(.x,.y){a:b}:root{a:b}*{a:b}::selection{a:b}'
  expect(used(css, '<details><p>Text</p></details>')).toBe(css)
})

test('what something must hold must be in the page', () => {
  const css = ':root:has(.mark) .foot::before{a:b}.card:has(a:focus-visible){a:b}'
  expect(used(css, '<p class="card foot"><a>Link</a></p>')).toBe('.card:has(a:focus-visible){a:b}')
  expect(used(css, '<p class="card foot"><a class="mark">Link</a></p>')).toBe(css)
})

test('blocks are taken with the rules in them, and left out when none is left; their order stays', () => {
  const css = '@layer a,b;@layer a{@media (width<9px){.x{a:b}p{a:b}}@media print{.x{a:b}}}@layer b{p{c:d}}'
  expect(used(css, '<p></p>')).toBe('@layer a,b;@layer a{@media (width<9px){p{a:b}}}@layer b{p{c:d}}')
})

test('what is no rule and no block of rules is taken as it is', () => {
  const css = '@view-transition{navigation:auto}@page{margin:2cm}@property --x{syntax:"*";inherits:false}'
  expect(used(css, '<p></p>')).toBe(css)
})

test('what answers a pointer, or is for paper, comes with the whole sheet', () => {
  const css = 'a:hover{a:b}p:active,p{a:b}a:not(:hover){a:b}@media print{p{a:b}}@media screen{p{a:b}}'
  expect(used(css, '<p><a>Text</a></p>')).toBe('p{a:b}a:not(:hover){a:b}@media screen{p{a:b}}')
})

test('a property that no rule of the page uses is left out', () => {
  const css = ':root{--a:1px;--b:2px;--c:"x;y";--d:var(--a)}p{margin:var(--a,0)}.x{margin:var(--b)}'
  expect(used(css, '<p></p>')).toBe(':root{--a:1px;--c:"x;y";}p{margin:var(--a,0)}')
})

test('a property that is set once, for the whole page, is written where it is used', () => {
  const css = '@layer t{:root{--wide:4px;--of:calc(2*var(--wide));--x:"a;b"}}p{a:var(--of);b:var(--wide);c:var(--x)}'
  expect(used(css, '<p></p>')).toBe('@layer t{:root{--x:"a;b"}}p{a:calc(2*4px);b:4px;c:var(--x)}')
})

test('a property whose value depends on the window, on the element or on a script stays', () => {
  const css = [
    ':root{--a:1px}@media (width>9px){:root{--a:2px}}p{m:var(--a)}',
    '@media (width>9px){:root{--a:2px}}p{m:var(--a)}',
    'p{--a:1px}p{m:var(--a)}',
    ':root{--a:1px}p{m:var(--a,2px)}',
  ]
  for (const rules of css) expect(used(rules, '<p></p>')).toBe(rules)
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
  const names = (html: string) =>
    [...used(css, html).matchAll(/assets\/(\w+)|local/g)].map(([all, name]) => name ?? all)
  expect(names('<p>Text</p>')).toEqual(['latin', 'local'])
  expect(names('<p>Łódź</p>')).toEqual(['latin', 'more', 'local'])
  expect(names('<p>2⁴</p>')).toEqual(['latin', 'more', 'local'])
  // A font that every page has is for whatever no later one is for.
  expect(used(css, '<p>Ł</p>').match(/unicode-range:[^}]*/g)).toEqual(['unicode-range:U+0100-017F,U+2074'])
})
