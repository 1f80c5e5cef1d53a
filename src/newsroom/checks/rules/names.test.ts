import { expect, test } from 'vitest'
import { names } from '#newsroom/checks/rules/names.ts'
import { subjectOf, type TestBlock } from '../../../../tests/fixtures/newsroom/subject-of.ts'

test.each([
  ['Gareth Lim of Halyard Software spoke.', 'It was Lim who spoke.'],
  ["Halyard's ship", 'the ship of Halyard'],
  ['Renée Abara', 'Later Renee Abara spoke'],
  ['the National Security Agency', 'They asked the NSA'],
  ['The NSA was asked', 'They asked the National Security Agency'],
  ['Officials in America', 'the American officials'],
  ['a firm in Germany', 'the German firm'],
  ['the United States', 'a court in the US'],
  ['GREY HERON', 'the group *Grey Heron*'],
  ['Sato-Pryce', 'so Sato-Pryce left'],
  ['Wi-Fi', 'over WiFi'],
  ['the Halyards', 'the Halyard'],
  ['run tidy-args', 'the package `tidy-args`'],
  ['follow @mothwing', 'posted by @mothwing'],
  ['nothing', 'as the Ferry Gazette says'],
  ['nothing', 'In March and on Monday the CEO used an API'],
  ['it uses 5 megawatt-hours', 'it uses 5 MWh'],
  ['the ferries sail', 'Ferries sail. However, nobody looks. Cardholders wait. Overnight it rained.'],
])('"%s" in a source lets a draft say "%s"', (source, draft) => {
  expect(codes([source], { text: draft })).toEqual([])
})

test.each([
  ['Gareth Lim spoke', 'Then Petra Novak spoke'],
  ['Gareth Lim spoke', 'Novak said so'],
  ['Gareth Lim spoke', 'All agree. Novak, who was there, said so'],
  ['a lab spoke', 'as the Global Security Institute says'],
  ['a lab spoke', 'according to OpenForge'],
  ['a lab spoke', 'they asked the NSA'],
  ['a lab spoke', 'posted by @mothwing'],
  ['a lab spoke', 'It is so. Castellanos has left.'],
  ['run tidy-args', 'run `tidy-quokka` first'],
  ['the Port of Lorne', 'the Port of Varnhem'],
])('"%s" in a source does not let a draft say "%s"', (source, draft) => {
  expect(codes([source], { text: draft })).toContain('error name-not-in-sources')
})

test('a name has to be in the sources of its own paragraph, and the finding says where else it is', () => {
  const subject = subjectOf({
    texts: ['It sailed.', 'Quimby sailed.'],
    blocks: [{ text: 'It was Quimby who sailed.' }],
  })
  const [finding] = names.run(subject).findings
  expect(finding).toMatchObject({ where: 'sections.0.blocks.0', evidence: 'Quimby' })
  expect(finding?.message).toContain('only in S2')
})

test('commands in code hold words of the source and ordinary ones', () => {
  const texts = ['Rotate with halyardctl keys rotate.']
  expect(codes(texts, { kind: 'code', text: 'halyardctl keys rotate --force' })).toEqual([])
  expect(codes(texts, { kind: 'code', text: 'curlybrew keys rotate' })).toEqual(['error name-not-in-sources'])
})

test('capitals mean little in a Title Case headline and at the start of cells, and a tag is for the desk', () => {
  const rows = [
    ['Ship', 'Depth'],
    ['Kestrelwick', 'Unknown'],
  ]
  expect(codes(['Kestrelwick sailed'], { kind: 'table', rows })).toEqual([])
  const title = 'Ferries Sail Again After Long Winter Storms'
  const subject = subjectOf({ texts: ['ferries'], blocks: [{ text: 'It is so.' }], draft: { title, tags: ['DeFi'] } })
  expect(names.run(subject).findings.map(({ severity, where }) => `${severity} ${where}`)).toEqual(['warning tags.0'])
})

function codes(texts: string[], block: TestBlock): string[] {
  return names.run(subjectOf({ texts, blocks: [block] })).findings.map(({ severity, code }) => `${severity} ${code}`)
}
