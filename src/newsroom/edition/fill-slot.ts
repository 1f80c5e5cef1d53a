import type { Ledger } from '#newsroom/llm/llm-ledger.ts'
import { fitSources } from '#newsroom/drafting/fit-sources.ts'
import { referencesOf, storeTexts } from '#newsroom/drafting/references.ts'
import { writeStory, type Drafting } from '#newsroom/drafting/write-story.ts'
import { claimSlot, LeaseLost, type Claimant, type Lease } from '#newsroom/edition/lease.ts'
import {
  isSettled,
  PICTURE,
  readPendingPost,
  reserveId,
  storePendingPost,
  type PendingPost,
  type PendingSlot,
  type Storage,
} from '#newsroom/publishing/pending-post.ts'
import type { Progress } from '#newsroom/edition/progress.ts'
import type { Outcome } from '#newsroom/edition/report.ts'
import { unfilled, type Slot } from '#newsroom/edition/plan.ts'
import { createObject } from '#newsroom/store/json-store.ts'
import { assemblePost } from '#newsroom/publishing/assemble-post.ts'
import type { Illustrator } from '#newsroom/publishing/pictures/image-model.ts'
import { publishPending } from '#newsroom/publishing/publish-pending.ts'
import { readStory, type PageReading } from '#newsroom/sources/read-pages.ts'
import { numberSource } from '#newsroom/sources/units.ts'
import { earlierPosts, type RecentPost } from '#newsroom/stories/repeats.ts'
import type { EditedStory } from '#newsroom/stories/story.ts'

/** Settings for publishing posts. */
export type Publishing = {
  author: string
  /** The blog's name and public URL. */
  site: { name: string; url: string | null }
  /** True if a person must approve each post before it is published. */
  hold: boolean
  /** Requests an image from an image model. It is null if covers are drawn by code. */
  illustrate: Illustrator | null
}

/** The context that all slots in a run share. */
export type SlotContext = {
  date: string
  dryRun: boolean
  /** Returns the date for a post that is completed now. */
  postDate(): Date
  storage: Storage
  lease: { claimant: Claimant; now: () => Date }
  reading: PageReading
  drafting: Drafting & { ledger: Ledger }
  publishing: Publishing
  /** Posts from the last 30 days. This run adds its own posts at the front. */
  recent: RecentPost[]
  progress: Progress
  onError: (error: unknown) => void
}

/**
 * Fills a slot: claims it, tries candidates in turn until one yields an article, and publishes it. Skips steps that an
 * earlier run completed. If `stopReason` is given, only publishes a post that is already written, and rejects with the
 * reason if there is none. Rejects with NoWriter, BudgetExceeded or a storage error. A later run can still fill the
 * slot.
 */
export async function fillSlot(context: SlotContext, slot: Slot, stopReason: Error | null = null): Promise<Outcome> {
  const { desk, archive } = context.storage
  const folder = `editions/${context.date}/slots/${slot.name}`
  const work: SlotWork = { ...slot, folder, unread: [], result: unfilled(slot, 'failed'), assertHeld: async () => {} }
  const before = await readPendingPost(desk, folder)
  if (before !== null && isSettled(archive, before.post)) return filledWith(before, work, 'already')
  if (before === null && stopReason !== null) throw stopReason
  // A slot without candidates needs no lease.
  if (before === null && slot.candidates.length === 0) return await fillEmpty(context, work)
  if (context.dryRun) return before === null ? await fillEmpty(context, work) : filledWith(before, work, 'ready')
  const lease = await claimSlot({ ...context.lease, desk, slot: folder })
  if (lease === null) return { ...work.result, state: 'elsewhere' }
  try {
    const held = { ...work, assertHeld: lease.assertHeld }
    const pending = await readPendingPost(desk, folder)
    return pending === null ? await fillEmpty(context, held) : await publish(context, held, pending)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    return { ...work.result, state: 'elsewhere' }
  } finally {
    await lease.release()
  }
}

/**
 * A slot while it is being filled. `unread` contains the URLs of pages that could not be loaded for a temporary reason.
 */
type SlotWork = Slot & Pick<Lease, 'assertHeld'> & { folder: string; unread: string[]; result: Outcome }

async function fillEmpty(context: SlotContext, work: SlotWork): Promise<Outcome> {
  const { candidates, shortage, folder, unread, result } = work
  for (const candidate of candidates) {
    const pending = await writePost(context, work, candidate)
    if (pending === null) continue
    const { by, why, worth, story } = candidate
    result.told = { by, why, worth, titles: story.entries.map(({ title }) => title) }
    if (context.dryRun) return filledWith(pending, work, 'ready')
    await work.assertHeld()
    // If another newsroom stored its post first, publish that post instead.
    return await publish(context, work, await storePendingPost(context.storage.desk, { folder, pending }))
  }
  if (shortage !== null) return { ...result, note: shortage }
  const tried = `stories tried: ${candidates.length}`
  if (unread.length > 0) return { ...result, note: `${tried}, pages that could not be loaded: ${unread.length}` }
  return { ...result, state: 'dropped', note: candidates.length === 0 ? 'no new story' : tried }
}

// The editor's rating of news on which many people have to act today.
const MAX_WORTH = 5

// Reads a story's pages, then writes, assembles and illustrates a post. Resolves to null if no draft passes.
async function writePost(
  context: SlotContext,
  work: SlotWork,
  { story, event, worth }: EditedStory,
): Promise<PendingPost | null> {
  const { date, storage, reading, drafting, publishing, recent, progress } = context
  const { name: slot, category, result, assertHeld } = work
  const title = story.entries[0]?.title ?? ''
  progress(`${slot}: reading: ${title}`)
  const read = await readStory({ ...reading, ...story, event, desk: storage.desk, date })
  const { entries, documents, links, unread } = read
  work.unread.push(...unread)
  const complete = { ...story, entries }
  const references = referencesOf({ ...complete, isUrgent: worth === MAX_WORTH }, documents)
  if (references.length === 0) {
    result.rejections.push({ story: title, writer: '', codes: ['too-little-text'] })
    return null
  }
  const { ledger, ...rest } = drafting
  // Exclude this edition's posts so that a restarted run sends the same requests.
  const before = recent.filter((post) => post.date.slice(0, date.length) < date)
  const earlier = await earlierPosts({ ...storage, story: complete, event, recent: before, site: publishing.site })
  const sources = fitSources(references.map(numberSource))
  const written = await writeStory({
    drafting: rest,
    ledger,
    title,
    event,
    sources,
    linked: links.map(({ text }) => text),
    context: fitSources(earlier.map(numberSource)),
    published: recent,
    recent: before,
    category,
    date,
    slot,
    beforeAsking: assertHeld,
    onState: (state, writer) => progress(`${slot}: ${state}: ${writer.name}`),
  })
  result.rejections.push(...written.rejections)
  if (written.accepted === null) return null
  result.notes.push(...written.accepted.notes)
  result.questions.push(...written.accepted.questions)
  await storeTexts(storage.desk, [...references, ...earlier])
  const pending = await assemblePost({
    accepted: written.accepted,
    story: complete,
    links,
    judges: drafting.judges,
    category,
    isFree: (id) => isFreeId(context, work, id),
    author: publishing.author,
    date: context.postDate(),
  })
  recent.unshift({ ...pending.post, sources: pending.addresses })
  await storePicture(context, work, pending.post)
  return pending
}

// A dry run must not reserve the id.
async function isFreeId({ storage, dryRun, recent }: SlotContext, work: SlotWork, id: string): Promise<boolean> {
  const { category, folder } = work
  if (isSettled(storage.archive, { category, id })) return false
  if (recent.some((post) => post.category === category && post.id === id)) return false
  return dryRun || (await reserveId(storage.desk, { category, id, folder }))
}

// Stores an image next to the pending post. If there is none, the cover is drawn by code.
async function storePicture(context: SlotContext, work: SlotWork, post: PendingPost['post']): Promise<void> {
  const { storage, publishing, progress, onError } = context
  const { name: slot, folder, assertHeld } = work
  if (publishing.illustrate === null || context.dryRun) return
  const key = `${folder}${PICTURE}`
  // An earlier run may already have stored the image.
  if ((await storage.desk.get(key)) !== null) return
  await assertHeld()
  progress(`${slot}: illustrating`)
  try {
    await createObject(storage.desk, key, await publishing.illustrate(post), 'application/octet-stream')
  } catch (error) {
    onError(error)
  }
}

async function publish(context: SlotContext, work: SlotWork, pending: PendingSlot['pending']): Promise<Outcome> {
  if (context.publishing.hold || pending.isUnproved) return filledWith(pending, work, 'held')
  await work.assertHeld()
  context.progress(`${work.name}: publishing: ${pending.post.title}`)
  const isOurs = await publishPending({ ...context.storage, slot: { folder: work.folder, pending } })
  return filledWith(pending, work, isOurs ? 'published' : 'already')
}

function filledWith({ post }: PendingPost, { result }: SlotWork, state: Outcome['state']): Outcome {
  const { category, id, title, provenance } = post
  const { judging } = provenance
  const judges = judging === undefined ? [] : [judging, ...(judging.others ?? [])]
  const judged = judging === undefined ? null : { kinds: judges.flatMap(({ kinds }) => kinds ?? []), cut: judging.cut }
  return { ...result, state, post: { category, id, title }, judged }
}
