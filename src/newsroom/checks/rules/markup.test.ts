import { expect, test } from 'vitest'
import { markup } from '#newsroom/checks/rules/markup.ts'
import { subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const texts = ['Run curl https://ferry.example/status and look.']

test.each([
  ['html', 'It <b>sails</b>.'],
  ['html', 'It sails.<br/>'],
  ['html', '<script>alert(1)</script>'],
  ['html', '<!-- hidden -->'],
  ['html', 'Fish &amp; chips'],
  ['html', 'It &#60;sails&#62;'],
  ['link', 'See [the notice](notice.html).'],
  ['link', 'See ![a ferry](ferry.png).'],
  ['link', 'See [the notice][1].'],
  ['link', 'It sails.[^1]'],
  ['link', 'It sails [1].'],
  ['address', 'See https://ferry.example/status.'],
  ['address', 'See ftp://ferry.example.'],
  ['address', 'See www.ferry.example.'],
  ['address', 'See ferry.example/status today.'],
  ['address', 'Write to crew@ferry.example.'],
  ['address', 'javascript:alert(1)'],
  ['block-markup', '# Heading'],
  ['block-markup', 'It sails.\n- one\n- two'],
  ['block-markup', '> quoted'],
  ['block-markup', '| a | b |'],
  ['inline-markup', 'It ~~sails~~.'],
  ['inline-markup', 'It __sails__.'],
  ['hidden-character', 'It sa\u200Bils.'],
  ['hidden-character', 'It sails\u202E.'],
  ['hidden-character', 'It sails\u{E0041}.'],
  ['hidden-character', 'It sails\u0007.'],
  ['hidden-character', 'It sails\uFE0D.'],
])('blocks %s: %s', (code, text) => {
  expect(codes({ text })).toContain(code)
})

test.each([
  'It **sails** *slowly* past `ferry.ts`, at 5 < 6 and 7 > 3.',
  'A `<script>` in code, a Node.js/Deno choice, and/or src/ferry.ts.',
  'It costs 5 * 3 crowns; e.g. in v2.4.1, at 10:30 (see below).',
  'The makers of ferry.example say so.',
  'Status of `https://ferry.example/status` is shown.',
  'Ärger, 日本, naïve, – “quoted” …',
])('accepts: %s', (text) => {
  expect(codes({ text })).toEqual([])
})

test('accepts markup in code, and list items that begin like a Markdown list', () => {
  expect(codes({ kind: 'code', text: '# comment\n<b>&amp;</b>\n- x\n\tindented' })).toEqual([])
  expect(codes({ kind: 'list', items: ['3. place', '- 5 degrees'] })).toEqual([])
})

test('blocks markup in tags, speakers and header rows', () => {
  expect(codes({ kind: 'quote', text: 'x', speaker: '<b>Ada</b>' })).toEqual(['html'])
  expect(codes({ kind: 'table', rows: [['<b>a</b>'], ['c']] })).toEqual(['html'])
  const tagged = subjectOf({ texts, draft: { tags: ['www.ferry.example'] } })
  expect(markup.run(tagged).findings.map(({ where, code }) => `${code} ${where}`)).toEqual(['address tags.0'])
})

function codes(block: TestBlock): string[] {
  return markup.run(subjectOf({ texts, blocks: [block] })).findings.map(({ code }) => code)
}
