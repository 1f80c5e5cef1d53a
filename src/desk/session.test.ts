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
  severity: 'block',
  where: 'sections.0.blocks.1',
  message: 'The number 65 is in no source.',
  evidence: '65 languages',
  unit: null,
}
const FILE = '/tmp/a/a-lock.md'
const FAILED: Verdict = { state: 'failed', findings: [BLOCKED] }

test('keeping a post with a note returns to the list', async () => {
  const person = sitDown()
  await person.plays(
    ['2 posts without a verdict, riskiest first', ENTER],
    ['A lock without a key'],
    ['Your verdict on “A lock without a key”', KEEP],
    ['A note for the record', '  read it all ', ENTER],
    ['Done as asked.'],
    ['1 post without a verdict', CANCEL],
    ['Verdicts given: 1.'],
  )
  await person.leaves()
  expect(person.log).toEqual(['list', 'open a-lock', 'keep a-lock by Ada: read it all', 'list'])
})

test('the name is requested once if it is not given', async () => {
  const person = sitDown({ by: ' ' })
  await person.plays(['Your name', '  ', ENTER], ['A verdict needs your name', 'Grace ', ENTER])
  for (const post of ['a-lock', 'b-key']) {
    await person.opensFirst(KEEP)
    await person.plays(['A note for the record', ENTER], ['Done as asked.'])
    expect(person.log.at(-2)).toBe(`keep ${post} by Grace: `)
  }
  await person.sees('Every post has a verdict.')
  await person.leaves()
})

test('a retraction needs a reason and a confirmation', async () => {
  const person = sitDown()
  await person.opensFirst(...RETRACT)
  await person.plays(
    ['Reason for the retraction', ENTER],
    ['A retraction needs a reason.', 'It is wrong.', ENTER],
    ['Retract “A lock without a key”?'],
  )
  // No is selected first.
  await person.presses(ENTER)
  await person.plays(
    ['Your verdict on', ...RETRACT],
    ['Reason for the retraction', 'It is wrong.', ENTER],
    ['Retract “A lock without a key”?', 'y'],
    ['Done as asked.'],
  )
  expect(person.log.slice(2)).toEqual(['retract a-lock by Ada: It is wrong.', 'list'])
  await person.quits()
})

test('a published correction has a note, and its file is deleted', async () => {
  const person = sitDown({ edits: [{ text: 'The new text.', path: FILE }] })
  await person.opensFirst(...CORRECT)
  await person.plays(
    ['What was wrong, and what is correct; readers see this', ' ', ENTER],
    ['A correction needs a note.', 'It said 65; it says 64.', ENTER],
    ['your text is kept in /tmp/a/a-lock.md'],
    ['Done as asked.'],
  )
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
      { text: null, path: FILE, sentence: 'The editor "vi" ended with status 1.' },
      { text: 'The new text.', path: FILE },
    ],
  })
  await person.opensFirst(...CORRECT)
  await person.plays(
    ['The text was not changed. Nothing was published.'],
    ['Your verdict on', ...CORRECT],
    ['ended with status 1. Nothing was published. Your'],
    ['/tmp/a/a-lock.md'],
    ['Your verdict on', ...CORRECT],
    ['What was wrong', CANCEL],
    ['Nothing was published. Your text is kept in /tmp/a/a-lock.md'],
    ['Your verdict on', ...BACK],
    ['Your text was not published. It is kept in /tmp/a/a-lock.md'],
  )
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
      { text: 'It says 65.', path: FILE },
      { text: 'It says 64.', path: FILE },
    ],
    verdicts: [FAILED, DONE],
  })
  await person.failsRecheck()
  await person.presses(ENTER)
  await person.plays(['What was wrong', ' at last', ENTER], ['Done as asked.'])
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
  const person = sitDown({ edits: [{ text: 'It says 65.', path: FILE }], verdicts: [FAILED, DONE] })
  await person.failsRecheck()
  await person.presses(DOWN)
  await person.plays(['the page shows the check as failed', ENTER], ['Done as asked.'])
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
  const person = sitDown({ edits: [{ text: 'tags: 3', path: FILE }], verdicts: [refused] })
  await person.corrects()
  await person.plays(['"tags" must be a list.'], ['Edit again', CANCEL], ['Your text is kept in /tmp/a/a-lock.md'])
  expect(person.screen()).not.toContain('Publish anyway')
  expect(person.log).not.toContain('discard /tmp/a/a-lock.md')
  await person.presses(CANCEL)
  await person.quits()
})

test.each([GONE, CHANGED])(
  'if the post is $state in the meantime, the edited file is kept and the list is shown',
  async (verdict) => {
    const person = sitDown({ edits: [{ text: 'The new text.', path: FILE }], verdicts: [verdict] })
    await person.corrects()
    await person.plays(
      ['sentence' in verdict ? verdict.sentence : ''],
      ['Your text was not published. It is kept in /tmp/a/a-lock.md'],
      ['without a verdict'],
    )
    expect(person.log.slice(-2)).toEqual(['correct a-lock by Ada: A note. <The new text.>', 'list'])
    await person.presses(CANCEL)
    await person.sees('No verdict was given.')
    await person.leaves()
  },
)

test('if the desk fails, the edited file stays at the shown path', async () => {
  const person = sitDown({ edits: [{ text: 'The new text.', path: FILE }], verdicts: ['break'] })
  await person.corrects()
  await person.sees('your text is kept in /tmp/a/a-lock.md')
  await expect(person.finished).rejects.toThrow('The bucket does not answer.')
  expect(person.log).not.toContain('discard /tmp/a/a-lock.md')
})

test.each([CANCEL, ESCAPE, END])('%j goes back one level without a verdict', async (away) => {
  const person = sitDown({ edits: [{ text: 'It says 65.', path: FILE }], verdicts: [FAILED] })
  await person.opensFirst()
  for (const [way, question] of [
    [[KEEP], 'A note for the record'],
    [RETRACT, 'Reason for the retraction'],
    [READ, 'Which source?'],
  ] as const) {
    await person.presses(...way)
    await person.plays([question, away], ['Your verdict on'])
  }
  await person.presses(...RETRACT)
  await person.plays(
    ['Reason for the retraction', 'Wrong.', ENTER],
    ['This cannot be undone.', away],
    ['Your verdict on', ...CORRECT],
    ['What was wrong', 'A note.', ENTER],
    ['Edit again', away],
    ['Your verdict on', away],
    ['2 posts without a verdict', away],
    ['No verdict was given.'],
  )
  await person.leaves()
  expect(person.log.filter((line) => /^(?:keep|retract|discard)/.test(line))).toEqual([])
})

test.each(['ended', 'destroyed'] as const)('a terminal that is %s ends the session without a verdict', async (how) => {
  const person = sitDown()
  await person.opensFirst(...RETRACT)
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
  await person.opensFirst(KEEP)
  await person.plays(['A note for the record', ENTER], ['␛]0;owned␇'])
  await person.quits()
  for (const command of ['\u001b]', '\u202e', '\u001b[2J']) expect(person.written()).not.toContain(command)
  for (const line of person.screen().split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(60)
})
