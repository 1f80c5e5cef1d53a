import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import type { Finding, Verdict } from '#desk/review-item.ts'
import { CANCEL, CORRECT, DONE, DOWN, END, ENTER, ESCAPE, sitDown, UP } from '../../tests/fixtures/desk/person.ts'

const KEEP = ENTER
const RETRACT = [DOWN, DOWN, ENTER]
const READ = [DOWN, DOWN, DOWN, ENTER]
const BACK = [UP, ENTER]

const GONE: Verdict = { state: 'gone', sentence: 'Bo retracted it on November 20, 2026: it was wrong.' }
const CHANGED: Verdict = { state: 'changed', sentence: 'Its text was corrected in the meantime.' }
const BLOCKED: Finding = {
  code: 'number-not-in-sources',
  severity: 'error',
  where: 'sections.0.blocks.1',
  message: 'The number 65 is in no source.',
  evidence: '65 languages',
}
const FAILED: Verdict = { state: 'failed', findings: [BLOCKED] }

test('keeping a post with a note returns to the list', async () => {
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

test('the name is requested once if it is not given', async () => {
  const person = sitDown({ by: ' ' })
  await person.sees('Your name')
  await person.presses('  ', ENTER)
  await person.sees('A verdict needs your name')
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

test('a retraction needs a reason and a confirmation', async () => {
  const person = sitDown()
  await person.opensFirst()
  await person.presses(...RETRACT)
  await person.sees('Reason for the retraction')
  await person.presses(ENTER)
  await person.sees('A retraction needs a reason.')
  await person.presses('It is wrong.', ENTER)
  await person.sees('Retract “A lock without a key”?')
  // No is selected first.
  await person.presses(ENTER)
  await person.sees('Your verdict on')
  await person.presses(...RETRACT)
  await person.sees('Reason for the retraction')
  await person.presses('It is wrong.', ENTER)
  await person.sees('Retract “A lock without a key”?')
  await person.presses('y')
  await person.sees('Done as asked.')
  expect(person.log.slice(2)).toEqual(['retract a-lock by Ada: It is wrong.', 'list'])
  await person.quits()
})

test('a published correction has a note, and its file is deleted', async () => {
  const person = sitDown({ edits: [{ text: 'The new text.', path: '/tmp/a/a-lock.md' }] })
  await person.opensFirst()
  await person.presses(...CORRECT)
  await person.sees('What was wrong, and what is correct; readers see this')
  await person.presses(' ', ENTER)
  await person.sees('A correction needs a note.')
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
  expect(person.screen()).not.toContain('was not published')
})

test('after a cancelled edit nothing is published, and the path of the text is shown', async () => {
  const person = sitDown({
    edits: [
      { text: null, path: null, sentence: 'The text was not changed.' },
      { text: null, path: '/tmp/a/a-lock.md', sentence: 'The editor "vi" ended with status 1.' },
      { text: 'The new text.', path: '/tmp/a/a-lock.md' },
    ],
  })
  await person.opensFirst()
  await person.presses(...CORRECT)
  await person.sees('The text was not changed. Nothing was published.')
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
  await person.sees('Your text was not published. It is kept in /tmp/a/a-lock.md')
  // The editor opens the kept file again.
  expect(person.log.slice(2)).toEqual([
    'edit a-lock from editable a-lock',
    'edit a-lock from editable a-lock',
    'edit a-lock from /tmp/a/a-lock.md',
    'list',
  ])
  await person.quits()
})

test('a correction that fails its checks can be edited again, and keeps its note', async () => {
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

test('a correction that fails its checks is published only on request', async () => {
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

test('an invalid file cannot be published', async () => {
  const refused: Verdict = { state: 'refused', sentence: 'Line 3 of the file: "tags" must be a list.' }
  const person = sitDown({ edits: [{ text: 'tags: 3', path: '/tmp/a/a-lock.md' }], verdicts: [refused] })
  await person.corrects()
  await person.sees('"tags" must be a list.')
  await person.sees('Edit again')
  await person.presses(CANCEL)
  await person.sees('Your text is kept in /tmp/a/a-lock.md')
  expect(person.screen()).not.toContain('Publish anyway')
  expect(person.log).not.toContain('discard /tmp/a/a-lock.md')
  await person.presses(CANCEL)
  await person.quits()
})

test.each([GONE, CHANGED])(
  'if the post is $state in the meantime, the edited file is kept and the list is shown',
  async (verdict) => {
    const person = sitDown({ edits: [{ text: 'The new text.', path: '/tmp/a/a-lock.md' }], verdicts: [verdict] })
    await person.corrects()
    await person.sees('sentence' in verdict ? verdict.sentence : '')
    await person.sees('Your text was not published. It is kept in /tmp/a/a-lock.md')
    await person.sees('without a verdict')
    expect(person.log.slice(-2)).toEqual(['correct a-lock by Ada: A note. <The new text.>', 'list'])
    await person.presses(CANCEL)
    await person.sees('No verdict was given.')
    await person.leaves()
  },
)

test('if the desk fails, the edited file stays at the shown path', async () => {
  const person = sitDown({ edits: [{ text: 'The new text.', path: '/tmp/a/a-lock.md' }], verdicts: ['break'] })
  await person.corrects()
  await person.sees('your text is kept in /tmp/a/a-lock.md')
  await expect(person.finished).rejects.toThrow('The bucket does not answer.')
  expect(person.log).not.toContain('discard /tmp/a/a-lock.md')
})

test.each([CANCEL, ESCAPE, END])('%j goes back one level without a verdict', async (away) => {
  const person = sitDown({ edits: [{ text: 'It says 65.', path: '/tmp/a/a-lock.md' }], verdicts: [FAILED] })
  await person.opensFirst()
  for (const [way, question] of [
    [[KEEP], 'A note for the record'],
    [RETRACT, 'Reason for the retraction'],
    [READ, 'Which source?'],
  ] as const) {
    await person.presses(...way)
    await person.sees(question)
    await person.presses(away)
    await person.sees('Your verdict on')
  }
  await person.presses(...RETRACT)
  await person.sees('Reason for the retraction')
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
  await person.sees('No verdict was given.')
  await person.leaves()
  expect(person.log.filter((line) => /^(?:keep|retract|discard)/.test(line))).toEqual([])
})

test.each(['ended', 'destroyed'] as const)('a terminal that is %s ends the session without a verdict', async (how) => {
  const person = sitDown()
  await person.opensFirst()
  await person.presses(...RETRACT)
  await person.sees('Reason for the retraction')
  person.hangsUp(how)
  await person.leaves()
  expect(person.log.filter((line) => line.startsWith('retract'))).toEqual([])
})

test('lines fit a narrow terminal and are safe to print', async () => {
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
