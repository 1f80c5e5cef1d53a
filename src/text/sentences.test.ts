import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentencesOf, shorten } from '#text/sentences.ts'

test('ends a sentence at a punctuation mark or line break, but not after an abbreviation', () => {
  expect(sentencesOf('Dr. Ada Lovelace wrote it. It ran for 2.5 hours! Did it?\nYes')).toEqual([
    'Dr. Ada Lovelace wrote it.',
    'It ran for 2.5 hours!',
    'Did it?',
    'Yes',
  ])
  expect(sentencesOf('The U.S. agency paid. J. Smith said so.')).toEqual(['The U.S. agency paid.', 'J. Smith said so.'])
  expect(sentencesOf(' \n ')).toEqual([])
})

test.for([
  // An abbreviation ends a sentence only if the next word can start a sentence.
  ['Mr. So of Acme Inc. in Paris paid.'],
  ['Acme Corp. CEO Rhea Sand did not comment.', 'Acme Corp. paid.'],
  ['It works in the U.S. Army and for Lee, Hart & Co. at noon.', 'It works in the U.S.', 'The plan failed.'],
  ['Use a cache, e.g. Redis, cf. Ito et al. (2025), vs. none.'],
  ['See Fig. 3, No. 7 and pp. 5–9.', 'Is it free?', 'No.', 'It costs 5 mln. euros.'],
  ['It fell on Nov. 17 at 5 p.m. Pacific.', 'It rose at 9 a.m.', 'Harrow closed.'],
  ['Judge M. Okafor and J. A. R. Hart, Jr. signed.', 'Ph.D. students may apply.'],
  ['Calif. law says so.', 'It needs vitamin C.', 'In winter, more.'],
  // Versions, URLs, notes and words that start with a lowercase letter.
  ['Upgrade to v1.2.', 'Users of 3.0 need 2.5 GB.', 'It resolves to 192.0.2.1.', 'Node.js 24 is required.'],
  ['See example.com.', 'The path begins with `./`.', 'Ask x.example/?q=1 twice.'],
  ['Two sizes exist.', 'gpt-oss runs on 16 GB.', '40% of nodes failed in 2025.'],
  ['They failed in 2025 (or 1.1 MB).', '12 are back.', '$800 is profit.'],
  ['It is fast.', 'npm is slower.', 'iPhone sales fell in June.', 'xAI denies it.'],
  ['It was removed.[3]', 'The rest stayed.[4][5]', 'Nobody knew.'],
  ['The end… or not.', 'They waited…', 'The answer came.'],
  ['Table 2. Pass rates of four models.', 'They rose.'],
  ['1. The first step.', 'It is short.'],
  // A quotation and the words that name its speaker are one sentence.
  ['“We are not done. It goes on,” said Vroom.', '“We stop.”', 'He left.'],
  ['"Is it safe?" she asked.', '"It is!" Ada Byron said.', '"Yes."', 'She added that it was late.'],
  ['Asked why, she said: “We checked last. Now we check first.”', 'That helps.'],
  ['‘We were lucky. Not again,’ said Haan of the users’ group.', 'The users’ group agreed.'],
  ['A 27" disk failed.', 'A 24" one did not.', 'The "x. Y" test passed.'],
  ['It is small (see above. It is long) and old.', 'Really! she said.'],
])('splits a text into these sentences: %j', (sentences) => {
  expect(sentencesOf(sentences.join(' '))).toEqual(sentences)
})

test('splits sentences after an unclosed quotation mark and inside a long quotation', () => {
  expect(sentencesOf('“We go on. We said so. He left.')).toEqual(['“We go on.', 'We said so.', 'He left.'])
  const speech = Array.from({ length: 12 }, (_, index) => `This is sentence number ${index} of a long speech.`)
  expect(sentencesOf(`“${speech.join(' ')}”`)).toHaveLength(12)
  expect(sentencesOf(`(${speech.slice(0, 5).join(' ')})`)).toHaveLength(5)
})

test('drops only white space from any text', () => {
  const piece = fc.constantFrom(...MARKS, ' The ', ' said ', ' npm ', ' ', 'v1.2', 'A', '😀', '\u0301')
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const sentences = sentencesOf(text)
      expect(sentences.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      expect(sentences.filter((sentence) => sentence !== sentence.trim() || sentence === '')).toEqual([])
    }),
  )
})

const MARKS = 'Inc. U.S. e.g. “ ” " ‘ ’ ( ) [1] … . ! ? 5'.split(' ').concat('\n', '! ', '? ')

test('shortens a text at the end of a paragraph, a sentence or a word', () => {
  expect(shorten('Short.', 40)).toBe('Short.')
  expect(shorten('A paragraph that is here.\n\nAnother one. A third that is cut', 45)).toBe('A paragraph that is here.')
  expect(shorten('One sentence. Another one. A third that is cut', 40)).toBe('One sentence. Another one.')
  expect(shorten('many words without an end in sight', 20)).toBe('many words without')
  expect(shorten('x'.repeat(50), 20)).toBe('x'.repeat(20))
})
