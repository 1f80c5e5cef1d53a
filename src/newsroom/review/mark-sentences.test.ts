import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lettersOf, markSentences } from '#newsroom/review/mark-sentences.ts'
import { articleOf, htmlOf } from '../../../tests/fixtures/newsroom/edits.ts'
import { drawnFrom } from '../../../tests/fixtures/random.ts'
import { readStories } from '../../../tests/fixtures/newsroom/stories.ts'

const entry = (text: string, unit: string) => {
  return { text, compute: '', citation: 1, source: Number(unit.slice(1, 2)) - 1, unit, quote: 'Q' }
}

const record = [
  entry('Lorikeet 4 reads `12` scripts.', 'S1.4'),
  entry('It is free.', 'S1.4'),
  entry('It is free.', 'S2.1'),
  entry('It is free.', 'S1.4'),
  entry('Dr. Vroom asked. Nobody came.', 'S1.7'),
  entry('A heading', 'S1.9'),
  entry('one | 64', 'S1.11'),
  entry('We tried', 'S1.12'),
  entry('npm test', 'S1.13'),
]

const shown = (html: string) =>
  markSentences(html, record).sentences.map(({ text, evidence }) => [
    text,
    ...(evidence?.map(({ unit }) => unit) ?? ['-']),
  ])

test("finds each sentence's recorded units once, regardless of its markup", () => {
  expect(shown('<p><strong>Lorikeet 4</strong> reads <code>12</code> scripts.<sup>1</sup> “It is free.”</p>')).toEqual([
    ['Lorikeet 4 reads 12 scripts.', 'S1.4'],
    ['“It is free.”', 'S1.4', 'S2.1'],
  ])
  expect(shown('<ul><li>It is free.<ul><li>It is free.</li></ul></li></ul>')).toHaveLength(2)
})

test('marks an unrecorded sentence separately and without evidence', () => {
  expect(shown('<p>Nobody said it. It is freed. It is free. Dr. Vroom asked. Nobody came. Nor that.</p>')).toEqual([
    ['Nobody said it.'],
    ['It is freed.'],
    ['It is free.', 'S1.4', 'S2.1'],
    // The record treats this as one sentence.
    ['Dr. Vroom asked. Nobody came.', 'S1.7'],
    ['Nor that.'],
  ])
})

test('shows evidence for headings, speakers and header rows only if it is recorded', () => {
  expect(shown('<h2>Another</h2><h2>A heading</h2>')).toEqual([
    ['Another', '-'],
    ['A heading', 'S1.9'],
  ])
  const table = '<table><tr><th scope="col">name</th><th scope="col">size</th></tr>'
  expect(shown(`${table}<tr><th scope="row">one</th><td>64</td></tr><tr><td>two</td><td>12</td></tr></table>`)).toEqual(
    [['namesize', '-'], ['one64', 'S1.11'], ['two12']],
  )
  expect(
    shown('<figure><blockquote><p>“We tried”</p></blockquote><figcaption><b>Ada</b></figcaption></figure>'),
  ).toEqual([
    ['“We tried”', 'S1.12'],
    ['Ada', '-'],
  ])
  expect(shown('<div class="code"><div class="code-bar">sh</div><pre><code>npm test</code></pre></div>')).toEqual([
    ['npm test', 'S1.13'],
  ])
})

test('in the sample articles, marks each claim as a separate sentence with its units', async () => {
  for (const [name, story] of drawnFrom([...readStories()], 5)) {
    const { evidence } = articleOf(story)
    const { sentences } = markSentences(await htmlOf(story), evidence)
    const claims = sentences.filter(({ evidence }) => evidence !== null)
    expect(
      claims.filter(({ evidence }) => evidence?.length === 0),
      name,
    ).toEqual([])
    const cited = new Set(evidence.filter(({ citation }) => citation !== null).map(({ text }) => lettersOf(text)))
    expect(new Set(claims.map(({ text }) => lettersOf(text))).isSupersetOf(cited), name).toBe(true)
  }
})

test('without a record, gives each sentence the source numbers that its paragraph cites', () => {
  const { sentences, html } = markSentences('<p>One. Two.<sup><a id="ref-1" href="#s1">1</a>, 3</sup></p>', undefined)
  expect(sentences).toEqual([
    { text: 'One.', evidence: null, cited: [1, 3] },
    { text: 'Two.', evidence: null, cited: [1, 3] },
  ])
  expect(html).toBe(
    '<p><span data-sentence="0">One.</span> <span data-sentence="1">Two.</span><sup><a id="ref-1" href="#s1">1</a>, 3</sup></p>',
  )
})

test("leaves an article's text and markup unchanged", () => {
  const piece = fc.constantFrom(
    'It is free.',
    ' ',
    '<b>It</b> is free. ',
    '</p><p>',
    'Ada & 𝒳 <i>said</i>',
    '<sup>1</sup>',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const html = `<p>${pieces.join('').replaceAll('&', '&amp;')}</p>`
      const marked = markSentences(html, record).html
      const bare = (text: string) => text.replaceAll(/<\/?span[^>]*>/g, '')
      expect(bare(marked)).toBe(bare(markSentences(html, undefined).html))
      expect(bare(marked).replaceAll(/<[^>]*>/g, '')).toBe(html.replaceAll(/<[^>]*>/g, ''))
    }),
    { numRuns: 500 },
  )
})
