import type { Desk } from '#desk/desk.ts'
import type { ListedPost, PostId, ReviewItem, Verdict } from '#desk/review-item.ts'
import type { Edit } from '#desk/edit.ts'
import { createPrompts, type Choice, type Prompts, type Terminal } from '#desk/prompts.ts'
import { findingLines, itemLines, sourceText } from '#desk/show-item.ts'

/** Opens a text in the person's editor. `path` is the file of an earlier edit to continue. */
export type EditInEditor = (options: { text: string; name: string; path: string | null }) => Promise<Edit>

type Options = {
  desk: Desk
  /** The reviewer's name. Null or blank prompts for it. */
  by: string | null
  terminal: Terminal
  edit: EditInEditor
  /** Deletes the file of an edit. */
  discard: (path: string) => Promise<void>
}

type Session = Omit<Options, 'terminal'> & { by: string; prompts: Prompts }

/**
 * Runs an interactive session over the posts without a verdict, riskiest first. Ctrl+C and Escape go back one level
 * without a verdict. An edited text is kept until it is published.
 */
export async function startSession({ terminal, ...options }: Options): Promise<void> {
  const prompts = createPrompts(terminal)
  prompts.begin('The desk')
  const message = 'Your name, as readers will see it'
  const missing = 'A verdict needs your name.'
  const by = options.by?.trim() || (await prompts.write({ message, missing }))
  if (by === null) return prompts.end('No verdict was given.')
  const session = { ...options, by, prompts }
  let place: PostId | null = null
  let given = 0
  for (;;) {
    const { posts, unreadable } = await options.desk.list()
    for (const problem of unreadable) prompts.say('warn', problem)
    if (posts.length === 0) return prompts.end('Every post has a verdict.')
    place = await choosePost(prompts, posts, place)
    if (place === null) return prompts.end(given === 0 ? 'No verdict was given.' : `Verdicts given: ${given}.`)
    if (await reviewPost(session, place)) given++
  }
}

async function choosePost(prompts: Prompts, posts: ListedPost[], before: PostId | null): Promise<PostId | null> {
  const choices: Choice<PostId | null>[] = posts.map(({ place, state, title, risks }) => ({
    value: place,
    label: title,
    hint: [place.category, ...(state === 'held' ? ['held'] : []), ...risks].join(', '),
  }))
  const count = posts.length === 1 ? '1 post' : `${posts.length.toLocaleString('en')} posts`
  return await prompts.choose({
    message: `${count} without a verdict, riskiest first`,
    choices: [...choices, { value: null, label: 'Quit' }],
    chosen: (place) => place !== null && place.category === before?.category && place.id === before.id,
  })
}

// The review of a post. `path` is the file with an unpublished edit.
type Review = Session & { item: ReviewItem; path: string | null }

// The result of an action: stay on the post, or go back to the list, with or without a verdict.
type Step = 'stay' | 'leave' | 'done'

// Shows a post until the person gives a verdict or goes back. Returns true if there is a verdict.
async function reviewPost(session: Session, place: PostId): Promise<boolean> {
  const { desk, prompts } = session
  const item = await desk.open(place)
  if (item.state === 'gone') {
    prompts.say('warn', item.sentence)
    return false
  }
  const review: Review = { ...session, item, path: null }
  let step = await showItem(review)
  while (step === 'stay') {
    const action = await prompts.choose({ message: `Your verdict on “${item.title}”`, choices: actionsOn(review) })
    step = action === null ? 'leave' : await action(review)
  }
  if (review.path !== null) prompts.say('info', `Your text was not published. It is kept in ${review.path}`)
  return step === 'done'
}

function actionsOn({ item, path }: Review): Choice<((review: Review) => Promise<Step>) | null>[] {
  const held = item.state === 'held'
  return [
    { value: keep, label: 'Keep', hint: held ? 'publishes it with your name' : 'confirms it with your name' },
    { value: correct, label: 'Correct', hint: path === null ? 'opens your editor' : `opens your text in ${path}` },
    { value: retract, label: 'Retract', hint: held ? 'it is never published' : 'removes it from the site for good' },
    ...(item.texts.some((text) => text !== null) ? [{ value: readSource, label: 'Read a source in full' }] : []),
    { value: showItem, label: 'Show the post again' },
    { value: null, label: 'Back to the list' },
  ]
}

async function keep({ desk, by, prompts, item }: Review): Promise<Step> {
  const note = await prompts.write({ message: 'A note for the record (Enter for none)' })
  return note === null ? 'stay' : conclude(prompts, await desk.keep({ item, by, note }))
}

async function retract({ desk, by, prompts, item }: Review): Promise<Step> {
  const reason = await prompts.write({
    message: 'Reason for the retraction; readers see this',
    missing: 'A retraction needs a reason.',
  })
  if (reason === null) return 'stay'
  const what = item.state === 'held' ? 'It is never published.' : 'It is removed from the site.'
  const agreed = await prompts.agree({
    message: `Retract “${item.title}”? ${what} This cannot be undone.`,
    yes: 'Retract it',
    no: 'No',
  })
  return agreed ? conclude(prompts, await desk.retract({ item, by, reason })) : 'stay'
}

const NOTHING_PUBLISHED = 'Nothing was published.'

async function correct(review: Review): Promise<Step> {
  const { desk, prompts, item, edit } = review
  for (let note = ''; ;) {
    const edited = await edit({ text: desk.editable(item), name: item.place.id, path: review.path })
    review.path = edited.path
    if (edited.text === null) {
      const where = edited.path === null ? '' : ` Your text is kept in ${edited.path}`
      prompts.say('warn', `${edited.sentence} ${NOTHING_PUBLISHED}${where}`)
      return 'stay'
    }
    const answer = await prompts.write({
      message: 'What was wrong, and what is correct; readers see this',
      missing: 'A correction needs a note.',
      initial: note,
    })
    if (answer === null) {
      prompts.say('warn', `${NOTHING_PUBLISHED} Your text is kept in ${edited.path}`)
      return 'stay'
    }
    note = answer
    const step = await publish(review, { file: edited.text, path: edited.path, note })
    if (step !== 'again') return step
  }
}

// Checks and publishes a correction, and asks what to do if it fails.
async function publish(
  review: Review,
  { file, path, note }: { file: string; path: string; note: string },
): Promise<Step | 'again'> {
  const { desk, by, prompts, item, discard } = review
  for (let anyway = false; ; anyway = true) {
    // Shown before the check, so that the person can find the file even if the program crashes.
    prompts.say('step', `Checking the correction. Until it is published, your text is kept in ${path}`)
    const verdict = await desk.correct({ item, file, by, note, anyway })
    const step = conclude(prompts, verdict)
    const next =
      step === 'stay' ? await prompts.choose({ message: NOTHING_PUBLISHED, choices: waysToContinue(verdict) }) : null
    if (next === 'again') return next
    if (next === 'anyway') continue
    if (step === 'done' || next === 'discard') {
      await discard(path)
      review.path = null
    }
    if (step === 'stay')
      prompts.say('warn', next === 'discard' ? 'Your text was discarded.' : `Your text is kept in ${path}`)
    return step
  }
}

function waysToContinue({ state }: Verdict): Choice<'again' | 'anyway' | 'discard'>[] {
  return [
    { value: 'again', label: 'Edit again' },
    // An invalid file cannot be published.
    ...(state === 'failed'
      ? [{ value: 'anyway' as const, label: 'Publish anyway', hint: 'the page shows the check as failed' }]
      : []),
    { value: 'discard', label: 'Discard', hint: 'deletes your text' },
  ]
}

async function readSource({ prompts, item }: Review): Promise<Step> {
  const choices = item.sources.flatMap((source, index) => {
    const text = item.texts[index] ?? null
    const label = `S${index + 1} ${source.title}`
    return text === null ? [] : [{ value: { source, text }, label, hint: source.publisher }]
  })
  const chosen = await prompts.choose({ message: 'Which source?', choices })
  if (chosen !== null) prompts.print(sourceText(chosen.source, chosen.text, prompts.sheet()))
  return 'stay'
}

async function showItem({ prompts, item }: Review): Promise<Step> {
  prompts.print(itemLines(item, prompts.sheet()))
  return 'stay'
}

// Shows the result of a verdict.
function conclude(prompts: Prompts, verdict: Verdict): Step {
  if (verdict.state === 'failed') {
    prompts.say('error', 'The text was not published, because it fails these checks:')
    prompts.print(findingLines(verdict.findings, prompts.sheet()))
    return 'stay'
  }
  const { state, sentence } = verdict
  prompts.say(state === 'done' ? 'success' : state === 'refused' ? 'error' : 'warn', sentence)
  return state === 'refused' ? 'stay' : state === 'done' ? 'done' : 'leave'
}
