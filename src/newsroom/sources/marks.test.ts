import { expect, test } from 'vitest'
import { authorIn } from '#newsroom/sources/marks.ts'
import { numberText } from '../../../tests/fixtures/newsroom/pages/pages.ts'

const ACCOUNT = 'The operator has lost two million readings after a node in its data centre was wiped on Sunday.'
const MIDDLE = `${ACCOUNT}\n\n`.repeat(8)

test('marks a byline only at the start of a text, and no code or table rows', () => {
  const text = `By Ada Byron\n\n${MIDDLE}By Ada Byron\n\n${MIDDLE}`
  expect(marks(text)).toEqual(['byline', ...Array(17).fill(null)])
  const rows = '```\nSubscribe to our newsletter\n```\n\nShare this | 1\n--- | ---\nAdvertisement | 2'
  expect(marks(rows)).toEqual([null, null, null])
})

const BOILERPLATE =
  'Subscribe to our newsletter and get the best of the week.|Get the latest news in your inbox|Share this article|' +
  'Follow us on Twitter, Facebook, and Instagram.|We use cookies to improve your experience.|© 2026 The Courier|' +
  'Copyright 2026 Courier Ltd. All rights reserved.|Advertisement|[link] [comments]|Tags: compilers, releases|' +
  'The post Coral 8 appeared first on Coral.|Related: How utilities back up their data|Continue reading →|' +
  'Read more: Coral 7, a retrospective'

test.for(BOILERPLATE.split('|'))('marks the line "%s" as boilerplate', (line) => {
  expect(marks(`- ${line}`)).toEqual(['boilerplate'])
})

// A sentence that is marked by mistake cannot be cited.
const SENTENCES =
  'Subscribe buttons were not tested.|Sign up for the beta until Friday.|Share prices fell by 6%.|' +
  'Users who sign up for the newsletter are tracked.|Follow-up checks are planned.|Advertisement revenue fell.|' +
  'Cookies are set by 312 companies.|Mozilla uses cookies of its own, the study says.|Update: The patch was withdrawn.|' +
  'Copyright law plays no part here.|Comments on the draft were positive.|Related work from 2022 had found seven.|' +
  'Read more than one banner and you will see the pattern.|See also the annex, which lists all sites.'

test.for(SENTENCES.split('|'))('does not mark the sentence "%s"', (line) => {
  expect(marks(line)).toEqual([null])
})

test.for([
  ['By Ada Byron', 'Ada Byron'],
  ['by Ludwig van Beethoven', 'Ludwig van Beethoven'],
  ['By Ada Byron and Charles Babbage, Reuters', 'Ada Byron and Charles Babbage'],
  ['By Ada Byron, Charles Babbage and Grace Hopper', 'Ada Byron, Charles Babbage and Grace Hopper'],
  ['By vLLM Team and Inferact · 12 August 2026', 'vLLM Team and Inferact'],
  ['Written by Ada Byron | 4 min read', 'Ada Byron'],
  ['Posted on November 17, 2026 by Ada Byron', 'Ada Byron'],
  ['submitted by /u/ada', '/u/ada'],
  ['By Ada Byron (@ada), Grace Hopper (Harbour Office) · 3 March 2026', 'Ada Byron, Grace Hopper'],
])('finds the author in the line "%s": %s', ([line = '', author]) => {
  expect(authorIn(line)).toBe(author)
})

const WITHOUT_AUTHOR =
  'By Friday the attackers had left|By Monday Apple Intelligence|By default Apple ships it|Ada Byron||' +
  'Security Advisory | November 17, 2026|Noor Eastaugh, principal researcher|— Ada Byron, chief engineer'

test.for(WITHOUT_AUTHOR.split(/(?<! )\|/))('finds no author in the line "%s"', (line) => {
  expect(authorIn(line)).toBe(null)
})

function marks(text: string): (string | null)[] {
  return numberText(text)
    .units.filter(({ block }) => block >= 0)
    .map(({ mark }) => mark)
}
