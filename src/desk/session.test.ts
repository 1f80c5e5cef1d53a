import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import type { Finding, Verdict } from '#desk/review-item.ts'
import { CANCEL, CORRECT, DONE, DOWN, END, ENTER, ESCAPE, sitDown, UP } from '../../tests/fixtures/desk/person.ts'

const KEEP = ENTER
const RETRACT = [DOWN, DOWN, ENTER]
const READ = [DOWN, DOWN, DOWN, ENTER]
const SHOW_AGAIN = [UP, UP, ENTER]
const BACK = [UP, ENTER]

const GONE: Verdict = { state: 'gone', sentence: 'Bo retracted it on November 20, 2026: it was wrong.' }
const CHANGED: Verdict = { state: 'changed', sentence: 'Its text was corrected meanwhile.' }
const BLOCKED: Finding = {
  code: 'number-not-in-sources',
  severity: 'error',
  where: 'sections.0.blocks.1',
  message: 'The number 65 is in no source.',
  evidence: '65 languages',
}
const FAILED: Verdict = { state: 'failed', findings: [BLOCKED] }

test('a post is kept, with a note, and the list is read again', async () => {
  const person = sitDown()
  await person.sees('2 posts without a verdict, riskiest first')
  await person.presses(ENTER)
  await person.sees('A lock without a key')
  await person.sees('Your verdict on “A lock without a key”')
  await person.presses(KEEP)
  await person.sees('A note for the record')
  await person.presses('  read it all ', ENTER)
  await person.sees('Done as asked.')
  await person.sees('1 post without a verdict')
  await person.presses(CANCEL)
  await person.sees('Verdicts given: 1.')
  await person.leaves()
  expect(person.log).toEqual(['list', 'open a-lock', 'keep a-lock by Ada: read it all', 'list'])
})

test('a record that cannot be read is said before the list, and the others are there', async () => {
  const person = sitDown({ unreadable: ['The record of slot x cannot be used: it is not JSON.'] })
  await person.sees('The record of slot x cannot be used: it is not JSON.')
  await person.quits()
})

test('a note on what is kept may be left out', async () => {
  const person = sitDown()
  await person.opensFirst()
  await person.presses(KEEP)
  await person.sees('A note for the record')
  await person.presses(ENTER)
  await person.sees('Done as asked.')
  expect(person.log.at(2)).toBe('keep a-lock by Ada: ')
  await person.quits()
})

test('the name is asked for when it is not given, and once', async () => {
  const person = sitDown({ by: ' ' })
  await person.sees('Your name')
  await person.presses('  ', ENTER)
  await person.sees('A verdict needs the name')
  await person.presses('Grace ', ENTER)
  for (const post of ['a-lock', 'b-key']) {
    await person.opensFirst()
    await person.presses(KEEP)
    await person.sees('A note for the record')
    await person.presses(ENTER)
    await person.sees('Done as asked.')
    expect(person.log.at(-2)).toBe(`keep ${post} by Grace: `)
  }
  await person.sees('Every post has a verdict.')
  await person.leaves()
})

test('an empty list says that every post has a verdict', async () => {
  const person = sitDown({ posts: [] })
  await person.sees('Every post has a verdict.')
  await person.leaves()
})

test('a retraction needs its reason and a yes', async () => {
  const person = sitDown()
  await person.opensFirst()
  await person.presses(...RETRACT)
  await person.sees('Why it is retracted')
  await person.presses(ENTER)
  await person.sees('A retraction needs its reason.')
  await person.presses('It is wrong.', ENTER)
  await person.sees('Retract “A lock without a key”?')
  // No stands under the cursor.
  await person.presses(ENTER)
  await person.sees('Your verdict on')
  await person.presses(...RETRACT)
  await person.sees('Why it is retracted')
  await person.presses('It is wrong.', ENTER)
  await person.sees('Retract “A lock without a key”?')
  await person.presses('y')
  await person.sees('Done as asked.')
  expect(person.log.slice(2)).toEqual(['retract a-lock by Ada: It is wrong.', 'list'])
  await person.quits()
})

test('a correction is edited, explained and published, and its file deleted', async () => {
  const person = sitDown({ edits: [{ text: 'The new text.', path: '/tmp/a/a-lock.md' }] })
  await person.opensFirst()
  await person.presses(...CORRECT)
  await person.sees('What was wrong, and what it says now; readers see this')
  await person.presses(' ', ENTER)
  await person.sees('A correction needs its note.')
  await person.presses('It said 65; it says 64.', ENTER)
  await person.sees('your text is kept in /tmp/a/a-lock.md')
  await person.sees('Done as asked.')
  expect(person.log.slice(2)).toEqual([
    'edit a-lock from editable a-lock',
    'correct a-lock by Ada: It said 65; it says 64. <The new text.>',
    'discard /tmp/a/a-lock.md',
    'list',
  ])
  await person.quits()
  expect(person.screen()).not.toContain('not published')
})

test('a cancelled editor publishes nothing, says so, and says where the work is', async () => {
  const person = sitDown({
    edits: [
      { text: null, path: null, sentence: 'The text is as it was.' },
      { text: null, path: '/tmp/a/a-lock.md', sentence: 'The editor "vi" ended with status 1.' },
      { text: 'The new text.', path: '/tmp/a/a-lock.md' },
    ],
  })
  await person.opensFirst()
  await person.presses(...CORRECT)
  await person.sees('The text is as it was. Nothing was published.')
  await person.sees('Your verdict on')
  await person.presses(...CORRECT)
  await person.sees('ended with status 1. Nothing was published. Your')
  await person.sees('/tmp/a/a-lock.md')
  await person.sees('Your verdict on')
  await person.presses(...CORRECT)
  await person.sees('What was wrong')
  await person.presses(CANCEL)
  await person.sees('Nothing was published. Your text is kept in /tmp/a/a-lock.md')
  await person.sees('Your verdict on')
  await person.presses(...BACK)
  await person.sees('Your text is not published. It is kept in /tmp/a/a-lock.md')
  // What was kept is what the editor opens again.
  expect(person.log.slice(2)).toEqual([
    'edit a-lock from editable a-lock',
    'edit a-lock from editable a-lock',
    'edit a-lock from /tmp/a/a-lock.md',
    'list',
  ])
  await person.quits()
})

test('a correction that fails its re-check is edited again, with its note', async () => {
  const person = sitDown({
    edits: [
      { text: 'It says 65.', path: '/tmp/a/a-lock.md' },
      { text: 'It says 64.', path: '/tmp/a/a-lock.md' },
    ],
    verdicts: [FAILED, DONE],
  })
  await person.failsRecheck()
  await person.presses(ENTER)
  await person.sees('What was wrong')
  await person.presses(' at last', ENTER)
  await person.sees('Done as asked.')
  expect(person.log.slice(2)).toEqual([
    'edit a-lock from editable a-lock',
    'correct a-lock by Ada: A note. <It says 65.>',
    'edit a-lock from /tmp/a/a-lock.md',
    'correct a-lock by Ada: A note. at last <It says 64.>',
    'discard /tmp/a/a-lock.md',
    'list',
  ])
  await person.quits()
})

test('a correction that fails its re-check is published anyway only when that is chosen', async () => {
  const person = sitDown({ edits: [{ text: 'It says 65.', path: '/tmp/a/a-lock.md' }], verdicts: [FAILED, DONE] })
  await person.failsRecheck()
  await person.presses(DOWN)
  await person.sees('the page shows the check as failed')
  await person.presses(ENTER)
  await person.sees('Done as asked.')
  expect(person.log.slice(3)).toEqual([
    'correct a-lock by Ada: A note. <It says 65.>',
    'correct a-lock by Ada: A note. <It says 65.> anyway',
    'discard /tmp/a/a-lock.md',
    'list',
  ])
  await person.quits()
})

test('a correction that fails its re-check is discarded', async () => {
  const person = sitDown({ edits: [{ text: 'It says 65.', path: '/tmp/a/a-lock.md' }], verdicts: [FAILED] })
  await person.failsRecheck()
  await person.presses(UP, ENTER)
  await person.sees('Your text is discarded.')
  await person.sees('Your verdict on')
  expect(person.log.slice(4)).toEqual(['discard /tmp/a/a-lock.md'])
  await person.presses(CANCEL)
  await person.quits()
  expect(person.screen()).not.toContain('not published')
})

test('a file that cannot be used is not published, and cannot be anyway', async () => {
  const refused: Verdict = { state: 'refused', sentence: 'Line 3 of the file: "tags" has to be a list.' }
  const person = sitDown({ edits: [{ text: 'tags: 3', path: '/tmp/a/a-lock.md' }], verdicts: [refused] })
  await person.corrects()
  await person.sees('"tags" has to be a list.')
  await person.sees('Edit again')
  await person.presses(CANCEL)
  await person.sees('Your text is kept in /tmp/a/a-lock.md')
  expect(person.screen()).not.toContain('Publish anyway')
  expect(person.log).not.toContain('discard /tmp/a/a-lock.md')
  await person.presses(CANCEL)
  await person.quits()
})

test.each([GONE, CHANGED])(
  'a correction of a post that is $state by now is kept, and the list read again',
  async (verdict) => {
    const person = sitDown({ edits: [{ text: 'The new text.', path: '/tmp/a/a-lock.md' }], verdicts: [verdict] })
    await person.corrects()
    await person.sees('sentence' in verdict ? verdict.sentence : '')
    await person.sees('Your text is not published. It is kept in /tmp/a/a-lock.md')
    await person.sees('without a verdict')
    expect(person.log.slice(-2)).toEqual(['correct a-lock by Ada: A note. <The new text.>', 'list'])
    await person.presses(CANCEL)
    await person.sees('Left without a verdict.')
    await person.leaves()
  },
)

test.each([GONE, CHANGED])(
  'keeping a post that is $state by now says so, and the list is read again',
  async (verdict) => {
    const person = sitDown({ verdicts: [verdict] })
    await person.opensFirst()
    await person.presses(KEEP)
    await person.sees('A note for the record')
    await person.presses(ENTER)
    await person.sees('sentence' in verdict ? verdict.sentence : '')
    await person.quits()
    expect(person.log.at(-1)).toBe('list')
  },
)

test('a post that is gone when it is opened is said to be, and the list is read again', async () => {
  const person = sitDown({ gone: true })
  await person.sees('without a verdict')
  await person.presses(ENTER)
  await person.sees('Bo retracted it')
  await person.quits()
  expect(person.log).toEqual(['list', 'open a-lock', 'list'])
})

test('a desk that breaks down leaves the text where the person was told', async () => {
  const person = sitDown({ edits: [{ text: 'The new text.', path: '/tmp/a/a-lock.md' }], verdicts: ['break'] })
  await person.corrects()
  await person.sees('your text is kept in /tmp/a/a-lock.md')
  await expect(person.finished).rejects.toThrow('The bucket does not answer.')
  expect(person.log).not.toContain('discard /tmp/a/a-lock.md')
})

test.each([CANCEL, ESCAPE, END])('%j goes back one level, everywhere, without a verdict', async (away) => {
  const person = sitDown({ edits: [{ text: 'It says 65.', path: '/tmp/a/a-lock.md' }], verdicts: [FAILED] })
  await person.opensFirst()
  for (const [way, question] of [
    [[KEEP], 'A note for the record'],
    [RETRACT, 'Why it is retracted'],
    [READ, 'Which source?'],
  ] as const) {
    await person.presses(...way)
    await person.sees(question)
    await person.presses(away)
    await person.sees('Your verdict on')
  }
  await person.presses(...RETRACT)
  await person.sees('Why it is retracted')
  await person.presses('Wrong.', ENTER)
  await person.sees('This cannot be undone.')
  await person.presses(away)
  await person.sees('Your verdict on')
  await person.presses(...CORRECT)
  await person.sees('What was wrong')
  await person.presses('A note.', ENTER)
  await person.sees('Edit again')
  await person.presses(away)
  await person.sees('Your verdict on')
  await person.presses(away)
  await person.sees('2 posts without a verdict')
  await person.presses(away)
  await person.sees('Left without a verdict.')
  await person.leaves()
  expect(person.log.filter((line) => /^(?:keep|retract|discard)/.test(line))).toEqual([])
})

test('Ctrl+C at the question for the name leaves', async () => {
  const person = sitDown({ by: null })
  await person.sees('Your name')
  await person.presses(CANCEL)
  await person.sees('Left without a verdict.')
  await person.leaves()
  expect(person.log).toEqual([])
})

test.each(['ended', 'destroyed'] as const)('a terminal that is %s leaves without a verdict', async (how) => {
  const person = sitDown()
  await person.opensFirst()
  await person.presses(...RETRACT)
  await person.sees('Why it is retracted')
  person.hangsUp(how)
  await person.leaves()
  expect(person.log.filter((line) => line.startsWith('retract'))).toEqual([])
})

test('back at the list, the cursor stands on the post that was looked at', async () => {
  const person = sitDown()
  await person.sees('2 posts without a verdict')
  await person.presses(DOWN, ENTER)
  await person.sees('Your verdict on “B key”')
  await person.presses(...BACK)
  await person.sees('2 posts without a verdict')
  await person.presses(ENTER)
  await person.sees('Your verdict on “B key”')
  await person.presses(CANCEL)
  await person.quits()
})

test('a source can be read in full, and the post be shown again', async () => {
  const person = sitDown()
  await person.opensFirst()
  await person.presses(...READ)
  await person.sees('Which source?')
  await person.presses(ENTER)
  await person.sees('The whole text of the source.')
  await person.sees('Your verdict on')
  const before = person.screen().length
  await person.presses(...SHOW_AGAIN)
  await person.sees('It opens at 64.')
  await person.sees('Your verdict on')
  expect(person.screen().slice(before)).toContain('Nothing.')
  await person.presses(CANCEL)
  await person.quits()
})

test('no line is wider than a narrow terminal, and nothing of a post commands it', async () => {
  const title = `\u001b]0;owned\u0007\u202e${'Title '.repeat(20)}\u001b[2J`
  const person = sitDown({
    columns: 60,
    posts: [{ id: 'a-lock', title }],
    verdicts: [{ state: 'gone', sentence: title }],
  })
  await person.opensFirst()
  await person.presses(KEEP)
  await person.sees('A note for the record')
  await person.presses(ENTER)
  await person.sees('␛]0;owned␇')
  await person.quits()
  for (const command of ['\u001b]', '\u202e', '\u001b[2J']) expect(person.written()).not.toContain(command)
  for (const line of person.screen().split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(60)
})
