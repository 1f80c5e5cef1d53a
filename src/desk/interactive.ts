import type { Desk, DeskCase, DeskListing, Place, Verdict } from '#desk/case.ts'
import type { Edit } from '#desk/edit.ts'
import { createPrompts, type Choice, type Prompts, type Terminal } from '#desk/prompts.ts'
import { caseLines, complaintLines, sourceText } from '#desk/show-case.ts'

/** Opens a text in the person's editor; `kept` is the file of an earlier edit, to go on with it. */
export type EditInEditor = (options: { text: string; name: string; kept: string | null }) => Promise<Edit>

type Options = {
  desk: Desk
  /** Whose verdicts these are; asked for when null or blank. */
  by: string | null
  terminal: Terminal
  edit: EditInEditor
  /** Deletes the file of an edit. */
  discard: (kept: string) => Promise<void>
}

// One person's time at the desk.
type Session = Omit<Options, 'terminal'> & { by: string; prompts: Prompts }

/**
 * Shows a person the posts without a verdict, riskiest first, until they leave or every post has one. Nothing is decided
 * unless they say so: Ctrl+C and Escape go back one level. A text that they edited is kept until it is published.
 */
export async function review({ terminal, ...options }: Options): Promise<void> {
  const prompts = createPrompts(terminal)
  prompts.begin('The desk')
  const by = options.by?.trim() || (await askName(prompts))
  if (by === null) return prompts.end('Left without a verdict.')
  const session = { ...options, by, prompts }
  let place: Place | null = null
  let given = 0
  for (;;) {
    const listings = await options.desk.list()
    if (listings.length === 0) return prompts.end('Every post has a verdict.')
    place = await choosePost(prompts, listings, place)
    if (place === null) return prompts.end(given === 0 ? 'Left without a verdict.' : `Verdicts given: ${given}.`)
    if (await judge(session, place)) given++
  }
}

async function askName(prompts: Prompts): Promise<string | null> {
  return await prompts.write({
    message: 'Your name, as the record shows it to readers',
    missing: 'A verdict needs the name of the person who gives it.',
  })
}

async function choosePost(prompts: Prompts, listings: DeskListing[], before: Place | null): Promise<Place | null> {
  const choices: Choice<Place | null>[] = listings.map(({ place, state, title, risks }) => ({
    value: place,
    label: title,
    hint: [place.category, ...(state === 'held' ? ['held'] : []), ...risks].join(', '),
  }))
  const count = listings.length === 1 ? '1 post' : `${listings.length.toLocaleString('en')} posts`
  return await prompts.choose({
    message: `${count} without a verdict, riskiest first`,
    choices: [...choices, { value: null, label: 'Quit' }],
    chosen: (place) => place !== null && place.category === before?.category && place.id === before.id,
  })
}

// What came of one way to judge a post. `left` goes back to the list; `kept` is a file with a text that is not published.
type Step = { left: boolean; done: boolean; kept: string | null }

// Shows a post and asks for the verdict on it, until there is one or the person goes back; whether there is one.
async function judge(session: Session, place: Place): Promise<boolean> {
  const { desk, prompts } = session
  const subject = await desk.open(place)
  if (subject.state === 'gone') {
    prompts.say('warn', subject.sentence)
    return false
  }
  prompts.print(caseLines(subject, prompts.sheet()))
  let step: Step = { left: false, done: false, kept: null }
  while (!step.left) {
    const { kept } = step
    const way = await prompts.choose({ message: `Your verdict on “${subject.title}”`, choices: waysOf(subject, kept) })
    if (way === null) step = { left: true, done: false, kept }
    else step = await way(session, subject, kept)
  }
  if (step.kept !== null) prompts.say('info', `Your text is not published. It is kept in ${step.kept}`)
  return step.done
}

type Way = (session: Session, subject: DeskCase, kept: string | null) => Promise<Step>

function waysOf({ state, texts }: DeskCase, kept: string | null): Choice<Way | null>[] {
  const held = state === 'held'
  return [
    { value: keep, label: 'Keep', hint: held ? 'it is published, with your name' : 'it stands, with your name' },
    {
      value: correct,
      label: 'Correct',
      hint: kept === null ? 'opens your editor' : `opens your text in ${kept}`,
    },
    { value: retract, label: 'Retract', hint: held ? 'it is never published' : 'it is taken off the site for good' },
    ...(texts.some((text) => text !== null) ? [{ value: readSource, label: 'Read a source in full' }] : []),
    { value: showAgain, label: 'Show the post again' },
    { value: null, label: 'Back to the list' },
  ]
}

async function keep({ desk, by, prompts }: Session, subject: DeskCase, kept: string | null): Promise<Step> {
  const note = await prompts.write({ message: 'A note for the record (Enter for none)' })
  if (note === null) return { left: false, done: false, kept }
  return { ...conclude(prompts, await desk.keep({ subject, by, note })), kept }
}

async function retract({ desk, by, prompts }: Session, subject: DeskCase, kept: string | null): Promise<Step> {
  const stay = { left: false, done: false, kept }
  const reason = await prompts.write({
    message: 'Why it is retracted, for the record',
    missing: 'A retraction needs its reason.',
  })
  if (reason === null) return stay
  const what = subject.state === 'held' ? 'It is never published.' : 'It is taken off the site.'
  const agreed = await prompts.agree({
    message: `Retract “${subject.title}”? ${what} This cannot be undone.`,
    yes: 'Retract it',
    no: 'No',
  })
  if (!agreed) return stay
  return { ...conclude(prompts, await desk.retract({ subject, by, reason })), kept }
}

async function correct(session: Session, subject: DeskCase, kept: string | null): Promise<Step> {
  const { desk, prompts, edit } = session
  let [file, note] = [kept, '']
  for (;;) {
    const edited: Edit = await edit({ text: desk.editable(subject), name: subject.place.id, kept: file })
    file = edited.kept
    if (edited.text === null) {
      prompts.say(
        'warn',
        `${edited.sentence} ${NOTHING_PUBLISHED}${file === null ? '' : ` Your text is kept in ${file}`}`,
      )
      return { left: false, done: false, kept: file }
    }
    const answer = await prompts.write({
      message: 'What was wrong, and what it says now; readers see this',
      missing: 'A correction needs its note.',
      initial: note,
    })
    if (answer === null) {
      prompts.say('warn', `${NOTHING_PUBLISHED} Your text is kept in ${edited.kept}`)
      return { left: false, done: false, kept: file }
    }
    note = answer
    const step = await publish(session, { subject, file: edited.text, kept: edited.kept, note })
    if (step !== 'again') return step
  }
}

const NOTHING_PUBLISHED = 'Nothing was published.'

// Has a correction checked and published, and asks what to do when that fails.
async function publish(
  session: Session,
  { subject, file, kept, note }: { subject: DeskCase; file: string; kept: string; note: string },
): Promise<Step | 'again'> {
  const { desk, by, prompts } = session
  for (let anyway = false; ; anyway = true) {
    // Before, not after: whatever happens now, the person knows where their work is.
    prompts.say('step', `Checking the correction. Until it is published, your text is kept in ${kept}`)
    const verdict = await desk.correct({ subject, file, by, note, anyway })
    const { left, done } = conclude(prompts, verdict)
    if (done) await session.discard(kept)
    if (left) return { left, done, kept: done ? null : kept }
    const next = await prompts.choose({ message: NOTHING_PUBLISHED, choices: waysOn(verdict) })
    if (next === 'again') return next
    if (next === 'anyway') continue
    if (next === 'discard') await session.discard(kept)
    prompts.say('warn', next === 'discard' ? 'Your text is discarded.' : `Your text is kept in ${kept}`)
    return { left, done, kept: next === 'discard' ? null : kept }
  }
}

function waysOn({ state }: Verdict): Choice<'again' | 'anyway' | 'discard'>[] {
  return [
    { value: 'again', label: 'Edit again' },
    // What cannot be read cannot be published either.
    ...(state === 'failed'
      ? [{ value: 'anyway' as const, label: 'Publish anyway', hint: 'the page shows the check as failed' }]
      : []),
    { value: 'discard', label: 'Discard', hint: 'deletes your text' },
  ]
}

async function readSource({ prompts }: Session, { sources, texts }: DeskCase, kept: string | null): Promise<Step> {
  const choices = sources.flatMap((source, index) => {
    const text = texts[index] ?? null
    return text === null
      ? []
      : [{ value: { source, text }, label: `S${index + 1} ${source.title}`, hint: source.publisher }]
  })
  const chosen = await prompts.choose({ message: 'Which source?', choices })
  if (chosen !== null) prompts.print(sourceText(chosen.source, chosen.text, prompts.sheet()))
  return { left: false, done: false, kept }
}

async function showAgain({ prompts }: Session, subject: DeskCase, kept: string | null): Promise<Step> {
  prompts.print(caseLines(subject, prompts.sheet()))
  return { left: false, done: false, kept }
}

// Says what became of a verdict.
function conclude(prompts: Prompts, verdict: Verdict): { left: boolean; done: boolean } {
  if (verdict.state === 'failed') {
    prompts.say('error', 'The checks found what keeps this text from being published:')
    prompts.print(complaintLines(verdict.complaints, prompts.sheet()))
    return { left: false, done: false }
  }
  const { state, sentence } = verdict
  prompts.say(state === 'done' ? 'success' : state === 'refused' ? 'error' : 'warn', sentence)
  return { left: state !== 'refused', done: state === 'done' }
}
