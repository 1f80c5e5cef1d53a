import { expect, test } from 'vitest'
import type { Evidence } from '#blog/post.ts'
import type { EditedArticle } from '#newsroom/article/parse-draft.ts'
import { editStory, publishedStory } from '../../../tests/fixtures/newsroom/edits.ts'
import { ferryDraft, ferrySources } from '../../../tests/fixtures/newsroom/ferry.ts'

const ferry = {
  category: 'technology',
  draft: ferryDraft,
  sources: ferrySources.map(({ units, ...source }) => {
    return { ...source, text: units.flatMap(({ block, text }) => (block >= 0 ? [text] : [])).join(' ') }
  }),
}
const before = publishedStory(ferry)
const { markdown, sources, evidence: written = [] } = before

// Returns a sentence's recorded citations and units after an edit.
async function recorded(change: Partial<EditedArticle>, evidence: Evidence[] = written) {
  const result = await editStory(ferry, change, { before: { ...before, evidence } })
  const of = (text: string) =>
    result.evidence.filter((entry) => entry.text === text).map(({ citation, unit }) => [citation, unit])
  return { of, evidence: result.evidence, html: result.html }
}

test('records the most similar unit of the source for a changed sentence, with its citation link', async () => {
  const { of, html } = await recorded({
    markdown: markdown.replace('It is charged at both piers.', 'Its battery of 4,300 kWh is charged at both piers.'),
  })
  const place = written.find(({ text }) => text === 'It is charged at both piers.')?.citation
  expect(of('Its battery of 4,300 kWh is charged at both piers.')).toEqual([[place, 'S1.3']])
  expect(of('It is charged at both piers.')).toEqual([])
  expect(html).toContain('Its battery of 4,300&nbsp;kWh')
})

test('records one unit of each source for a sentence that cites two sources', async () => {
  const added = 'The ferry Halcyon, which carries 140 passengers, ran 412 test crossings in October.'
  const { of, evidence } = await recorded({ markdown: `${markdown}\n\n${added} [S2, S1]` })
  const last = Math.max(...evidence.map(({ citation }) => citation ?? 0))
  expect(new Set(of(added))).toEqual(
    new Set([
      [last - 1, 'S1.2'],
      [last, 'S2.1'],
    ]),
  )
})

test('updates the record when the order of the sources changes', async () => {
  const swapped = markdown.replaceAll(/S([12])/g, (_, number) => `S${3 - Number(number)}`)
  const { of, evidence } = await recorded({ markdown: swapped, sources: sources.toReversed() })
  expect(evidence).toHaveLength(written.length)
  expect(of('412 test crossings were made in October.').map(([, unit]) => unit)).toEqual(['S1.1'])
  expect(of('It is charged at both piers.').map(([, unit]) => unit)).toEqual(['S2.3'])
  expect(evidence.every(({ unit, source }) => unit.startsWith(`S${source + 1}.`))).toBe(true)
})

test('records no links if the links on the page do not match the citations', async () => {
  const [sentence = ''] = /It is charged at both piers\. \[S1\]/.exec(markdown) ?? []
  const [counted = ''] = /412 test crossings were made in October\. \[S2\]/.exec(markdown) ?? []
  const exchanged = markdown
    .replace(sentence, 'It is charged at both piers.')
    .replace(counted, '412 test crossings [S2] were made in October. [S2]')
  for (const text of [exchanged, `${markdown}\n\n## Later [S1]`]) {
    const { evidence } = await recorded({ markdown: text })
    expect(new Set(evidence.map(({ citation }) => citation)), text).toEqual(new Set([null]))
  }
  for (const broken of ['It is charged [S1] at both piers. [S1]', '`It is` charged. It is charged at both piers.']) {
    const { evidence } = await recorded({ markdown: markdown.replace(sentence, broken) })
    expect(new Set(evidence.map(({ citation }) => citation)), broken).toEqual(new Set([null]))
    expect(evidence.length).toBeGreaterThan(5)
  }
})

test('does not record the units that code chose for a failing sentence', async () => {
  const { of } = await recorded({ markdown: markdown.replace('24 cars', '25 cars') })
  expect(of('The Halcyon takes 140 passengers and 25 cars over the bay in 18 minutes.')).toEqual([])
})

test('keeps the recorded quote of an unchanged sentence, even if its unit has another number now', async () => {
  const moved = written.map((entry) => ({
    ...entry,
    unit: entry.unit.replace(/\d+$/, (id) => `${Number(id) + 3}`),
  }))
  const { evidence } = await recorded({}, moved)
  const key = ({ text, unit, quote }: Evidence) => `${unit} ${text} ${quote}`
  expect(evidence.map(key).toSorted()).toEqual(moved.map(key).toSorted())
})
