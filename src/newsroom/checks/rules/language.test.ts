import { expect, test } from 'vitest'
import { language } from '#newsroom/checks/rules/language.ts'
import { said } from '../../../../tests/fixtures/newsroom/drafts.ts'
import { subjectOf } from '../../../../tests/fixtures/newsroom/subject-of.ts'

const english =
  'The ferry lay idle for all of the winter because its hull had to be replaced, and the port had no other ship. It will sail again from Monday, says the council, which has paid for the work.'
const texts = {
  German:
    'Die Fähre lag den ganzen Winter still, weil der Rumpf ersetzt werden musste und der Hafen kein anderes Schiff hatte. Ab Montag fährt sie wieder, sagt der Rat, der die Arbeiten bezahlt hat.',
  Spanish:
    'El transbordador estuvo parado todo el invierno porque había que cambiar el casco y el puerto no tenía otro barco. Volverá a navegar el lunes, dice el consejo, que pagó las obras.',
  Dutch:
    'De veerboot lag de hele winter stil omdat de romp moest worden vervangen en de haven geen ander schip had. Vanaf maandag vaart hij weer, zegt de raad, die het werk heeft betaald.',
  Russian:
    'Паром всю зиму стоял, потому что нужно было заменить корпус, а у порта не было другого судна. С понедельника он снова пойдёт, говорит совет, который оплатил работы.',
}

test('accepts English', () => {
  expect(codes([english, english])).toEqual([])
})

test.each(Object.entries(texts))('blocks a paragraph or a whole draft written in %s', (_, text) => {
  expect(codes([english, text, english, english])).toContain('sections.0.blocks.1')
  const subject = subjectOf({ blocks: [{ text }], draft: { title: said(text.slice(0, 60)), excerpt: [said(text)] } })
  expect(language.run(subject).findings.map(({ where }) => where)).toEqual(['draft', 'excerpt', 'sections.0.blocks.0'])
})

test('blocks even a few words in another script', () => {
  expect(codes([english, 'Паром снова ходит по заливу.'])).toEqual(['sections.0.blocks.1'])
})

test('does not count the words of a command as prose', () => {
  const command =
    '`PORT=1 HULL=3 node --run varnhem.experiments.deterministic_ferry.simple_run --deck upper --bow left`'
  expect(codes([english, `Start the ferry with ${command}.`])).toEqual([])
})

test('ignores lists of names, tables and code', () => {
  const items = ['Varnhem', 'Kestrelwick', 'Saint Brannock', 'Port Lorne', 'Solanne']
  const rows = ['Hafen Schiff', 'Zürich Fähre', 'Köln Rumpf'].map((row) => row.split(' '))
  const code = { kind: 'code' as const, text: 'const hafen = schiffe.filter((schiff) => schiff.rumpf)' }
  const subject = subjectOf({ blocks: [{ text: english }, { kind: 'list', items }, { kind: 'table', rows }, code] })
  expect(language.run(subject).findings).toEqual([])
})

function codes(paragraphs: string[]): string[] {
  return language.run(subjectOf({ blocks: paragraphs.map((text) => ({ text })) })).findings.map(({ where }) => where)
}
