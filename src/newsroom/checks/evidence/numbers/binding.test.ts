import { expect, test } from 'vitest'
import { figureInstead } from '#newsroom/checks/evidence/numbers/binding.ts'
import { readFigures } from '#newsroom/checks/evidence/readers/numbers/figures.ts'

test.each([
  ['a noun', 'four', 'It solved four challenges.', ['Four agents solved 95 challenges.'], '95'],
  [
    'a noun of another sentence',
    '14',
    'The tool supports 14 databases.',
    ['It speaks 14 languages.', 'Six databases work.'],
    'Six',
  ],
  ['a pair', '5', 'They voted 5 to 12.', ['They voted 12 to 5.'], '12'],
  ['a part and its whole', '402', 'Of 402 questions, 611 leaked.', ['Of the 611 questions, 402 leaked.'], '611'],
  [
    'a part named behind its whole',
    '3.2MB',
    'It had 3.2MB, of which 5.1MB were films.',
    ['It had 5.1MB, 3.2MB of which was a film.'],
    '5.1MB',
  ],
  ['older and newer', '250', 'It takes 250 devices instead of 400.', ['It went from 250 to 400 devices.'], '400'],
  [
    'a name',
    '38%',
    'Europe accounts for 38% of sales.',
    ['North America accounts for 38% of sales and Europe for 27%.'],
    '27%',
  ],
  [
    'an opposite',
    '70 billion',
    'The small model has 70 billion weights.',
    ['A large model has 70 billion weights, a small one 9 billion.'],
    '9 billion',
  ],
  [
    'all words',
    '€60 million',
    'Tidepool raised €60 million.',
    ['Tidepool raised €11.6 million at a valuation of €60 million.'],
    '€11.6 million',
  ],
  [
    'words of another sentence',
    '72',
    'Public repositories held 72.',
    ['187 stood in public repositories.', '72 stood in slides and blogs.'],
    '187',
  ],
  [
    'the words of a part',
    '5,600',
    'Some 5,600 servers were compromised.',
    ['Of 5,600 exposed servers, 310 were compromised.'],
    '310',
  ],
  [
    'what stands before a preposition',
    '57%',
    'Finland has the lowest share with 57%, while Iceland comes last with 36%.',
    ['Finland had the lowest share, at 36%, and Iceland the highest, at 57%.'],
    '36%',
  ],
  [
    'what follows an insertion',
    '17',
    'In 17 of the 46 ransomware was tried.',
    ['In the other five, all after 3 November, ransomware was tried.', 'Of our 46, 17 rent their gateways.'],
    'five',
  ],
  [
    'none',
    '7',
    'The last change was lost in 7 of 500 cases on a desktop and in none on a phone.',
    ['In our tests the last change was lost in 7 of 500 cases on a phone and in none of 500 on a desktop.'],
    'none',
  ],
  [
    'both places',
    '$310 million',
    'The claimants asked for $310 million, derived from revenue of $92 million in 2024.',
    ['The claimants wanted $92 million, calculated from the revenue of $310 million in 2024.'],
    '$92 million',
  ],
  [
    'dates',
    '15 January',
    'The rule takes effect on 15 January.',
    ['Comments are taken until January 15; the rule is effective July 1, 2027.'],
    'July 1, 2027',
  ],
])('a figure with the words of another is told of another thing: %s', (_, figure, claim, evidence, instead) => {
  expect(told(figure, claim, evidence)).toBe(instead)
})

test.each([
  ['the same words', '54', 'Kestrel lost 54 nodes.', ['Kestrel lost 54 of its 118 nodes.']],
  [
    'other words',
    '€60 million',
    'Tidepool is worth €60 million.',
    ['Tidepool raised €11.6 million at a valuation of €60 million.'],
  ],
  ['nothing to compare with', '54', 'Kestrel had 54 outages.', ['Kestrel lost 54 nodes.']],
  [
    'the same noun',
    'Fourteen',
    'Fourteen certificates in infusion pumps',
    [
      'The 14 delayed certificates belong to Marwick Vale.',
      'Infusion pumps in four hospitals check a fixed list of certificates.',
    ],
  ],
  ['another kind', '12%', 'Revenue climbed 12%.', ['Revenue of $3.4 billion was up 12%.']],
  ['a part of a whole', 'seven', 'Six of the seven judges agreed.', ['Six judges out of seven agreed.']],
  [
    'those that remain of them',
    '1,450',
    '1,450 vulnerable servers were left.',
    ['Of 3,200 vulnerable servers 1,450 remained.'],
  ],
  [
    'one clause',
    '50%',
    '60% of the fee is burned instead of 50%.',
    ['It burns 60% of every fee; so far it has been 50%.'],
  ],
  [
    'from and to',
    '1 megabit',
    'It has a data rate of 1 megabit instead of 250 kilobits per second.',
    ['It raises the data rate from 250 kilobits to 1 megabit per second.'],
  ],
  [
    'a number in a name',
    '23',
    'On the 23 languages that Lorikeet 1 also knew, the rate fell.',
    ['Lorikeet 1 managed 11.4 percent on the 23 languages that both versions share.'],
  ],
  [
    'a pronoun',
    '611',
    'Its 611 patients were left out.',
    ['One hospital left the trial; its 611 patients are not in the figures.'],
  ],
  [
    'words of a long clause',
    'two',
    'A Dutch non-profit released two free speech models with a list of archives.',
    [
      'A Dutch group published a free speech system for 64 languages with a list of archives.',
      'It comes in two sizes.',
    ],
  ],
  [
    'a unit left out',
    '39.6',
    'With it Castellane came to 39.6 tokens per second at 8,192 tokens.',
    ['With a context of 8,192 tokens I measured 31.4 tokens per second.', 'With it I got to 39.6 at the short length.'],
  ],
  [
    'few words',
    '22 per cent',
    '22 per cent load one, after 17 per cent a year ago.',
    ['A year ago 17 per cent loaded one; now 22 per cent do.'],
  ],
  [
    'the end of a change',
    '1.31 billion',
    'By Friday the token had shrunk to 1.31 billion.',
    ['The token has shrunk from 1.39 billion on Tuesday to 1.31 billion on Friday.'],
  ],
  [
    'the size of the same thing',
    '€150 million',
    'Pledged in January for a facility of €150 million, they were released.',
    [
      'Peltrix pledged EUR 212.5 million of its reserves, all bills, to a bank as collateral for a facility of EUR 150 million.',
    ],
  ],
])('a figure is told of its own thing: %s', (_, figure, claim, evidence) => {
  expect(told(figure, claim, evidence)).toBeNull()
})

function told(figure: string, claim: string, evidence: string[]): string | null {
  const figures = readFigures(claim)
  const span = [...figures.quantities, ...figures.dates].find(({ text }) => text === figure)
  return span === undefined ? `${figure} is not read` : figureInstead(span, figures, evidence.map(readFigures))
}
