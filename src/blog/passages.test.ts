import { expect, test } from 'vitest'
import { changedPassages, markCorrections, MAX_PASSAGES, PASSAGE } from '#blog/passages.ts'
import { sanitizeHtml } from '#blog/html/sanitize.ts'

const ada = { by: 'Ada', date: '2026-11-21T23:30:00Z', note: 'It said <24> & more.' }
const lin = { by: 'Lin', date: '2026-11-22T08:00:00Z', note: 'A name.' }
const NOTE =
  '<p class="correction" id="correction-1"><b>Corrected November 21, 2026</b> It said &lt;24&gt; &amp; more. <a href="/corrections">All corrections</a></p>'

test('reports passages that the earlier text does not contain', () => {
  const before = '<p>One.</p><h2 id="a">Part</h2><ul><li>Same</li><li>24</li></ul><pre><code>x = 1</code></pre>'
  const after = '<p>One.</p><h2 id="a">Part</h2><ul><li>Same</li><li>27</li></ul><pre><code>x = 2</code></pre>'
  const changed = changedPassages(before, after)
  expect(changed).toHaveLength(2)
  for (const passage of changed) expect(passage).toMatch(PASSAGE)
  expect(changedPassages(before, before)).toEqual([])
  expect(changedPassages(before, '<p>One.</p>')).toEqual([])
})

test('ignores changes in typography and source numbers', () => {
  const before = '<p>It\'s "10 ms" - so.<sup><a href="#s1">1</a></sup></p>'
  const after = '<p>It’s “10\u00a0ms” – <em>so</em>.<sup><a href="#s2">2</a></sup></p>'
  expect(changedPassages(before, after)).toEqual([])
  expect(changedPassages('<p>3,5</p>', '<p>3.5</p>')).toHaveLength(1)
})

test('does not report changed passages for a completely rewritten article', () => {
  const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => `<p>${index}.</p>`).join('')
  expect(changedPassages('', paragraphs(MAX_PASSAGES))).toHaveLength(MAX_PASSAGES)
  expect(changedPassages('', paragraphs(MAX_PASSAGES + 1))).toEqual([])
})

test('the first passage that a correction changed gets the note, and the others get a link to it', () => {
  const html = '<p>One.</p><p>Two.</p><ul><li>Three <b>3</b></li></ul><table><tbody><tr><td>4</td></tr></tbody></table>'
  const passages = changedPassages('<p>One.</p>', html)
  const short = '<p class="correction"><b><a href="#correction-1">Corrected November 21, 2026</a></b></p>'
  const marked = markCorrections(html, [{ ...ada, passages }])
  expect(marked).toBe(
    `<p>One.</p><div class="corrected">${NOTE}<p>Two.</p></div>` +
      `<ul><li><div class="corrected">${short}<div>Three <b>3</b></div></div></li></ul>` +
      `<div class="corrected">${short}<table><tbody><tr><td>4</td></tr></tbody></table></div>`,
  )
  expect(sanitizeHtml(marked)).toBe(marked)
})

test('marks a passage with the correction that wrote it, until a later correction rewrites it', () => {
  const first = { ...ada, passages: changedPassages('<p>24</p><p>x</p>', '<p>27</p><p>y</p>') }
  const second = { ...lin, passages: changedPassages('<p>27</p><p>y</p>', '<p>28</p><p>y</p>') }
  const marked = markCorrections('<p>28</p><p>y</p>', [first, second])
  expect(marked.replaceAll(/<p class="correction" id="([\w-]+)">.*?<\/p>/g, '[$1]')).toBe(
    '<div class="corrected">[correction-2]<p>28</p></div><div class="corrected">[correction-1]<p>y</p></div>',
  )
  // Restored words have the note of the correction that restored them. The first correction's note remains on the other
  // passage that it changed.
  const third = { ...lin, passages: changedPassages('<p>28</p><p>y</p>', '<p>27</p><p>y</p>') }
  expect(markCorrections('<p>27</p><p>y</p>', [first, second, third]).match(/id="[\w-]+"/g)).toEqual([
    'id="correction-3"',
    'id="correction-1"',
  ])
  expect(markCorrections('<p>Other.</p>', [first, second])).toBe('<p>Other.</p>')
})

test('a correction without recorded passages does not change the text', () => {
  expect(markCorrections('<p>Odd &nbsp; <b>HTML', [ada, { ...lin, passages: [] }])).toBe('<p>Odd &nbsp; <b>HTML')
})

test('the text of an article cannot imitate a note', () => {
  const text = '<div class="corrected"><p class="correction">Corrected today</p><p class="said">One.</p></div>'
  const plain = '<div><p>Corrected today</p><p class="said">One.</p></div>'
  expect(markCorrections(text, [])).toBe(plain)
  expect(markCorrections(text, [{ ...ada, passages: ['0123456789ab'] }])).toBe(plain)
  expect(markCorrections('<p>class="correction"</p>', [])).toBe('<p>class="correction"</p>')
})
