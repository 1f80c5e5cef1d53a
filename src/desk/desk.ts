import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { diffWordsWithSpace } from 'diff'
import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { readPost, type PostToPublish } from '#archive/post-store.ts'
import { correctPost, retractPost, reviewPost, type VerdictOutcome } from '#archive/verdict.ts'
import { longDate } from '#blog/date.ts'
import type { Change } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { editableFile, readEditable } from '#desk/editable.ts'
import { oversightLog } from '#desk/log.ts'
import {
  nameOf,
  type Check,
  type Given,
  type Gone,
  type ListedPost,
  type PostId,
  type Revalidate,
  type ReviewItem,
  type Verdict,
} from '#desk/review-item.ts'
import { riskierFirst, riskOf } from '#desk/risk.ts'
import type { PostRecord } from '#newsroom/review/post-records.ts'
import { countRemoved, shownSentences } from '#newsroom/review/shown-sentences.ts'

/** The desk: lists posts for review and records verdicts. */
export type Desk = ReturnType<typeof openDesk>

// Maximum number of posts to list, newest first, because each post's text must be read individually.
const MAX_LISTED = 1_000

/**
 * Opens a bucket's desk. Each verdict is an event in the bucket's journal and applies only to the text that the
 * reviewer read.
 */
export function openDesk(options: {
  bucket: Bucket
  journal: Journal
  archive: Archive
  /** Reads the newsroom's records. `unreadable` contains a message for each record that cannot be read. */
  readRecords: () => Promise<{ records: PostRecord[]; unreadable: string[] }>
  revalidate: Revalidate
  /** Notifies search engines and WebSub hubs of changed posts. It must not reject. */
  announce: (posts: PostId[]) => Promise<void>
  now: () => Date
  /** Called after each retraction with a sentence about it. It must not reject. */
  onRetract?: (sentence: string) => Promise<void>
  /** The fraction of posts that are selected at random for review, from 0 to 1. */
  share?: number
}) {
  const { bucket, journal, archive, revalidate, announce, now, onRetract, share = 0 } = options
  const store = { bucket, journal, archive }

  async function readRecords() {
    const { records, unreadable } = await options.readRecords()
    // Refresh after reading the records so that a post published in the meantime does not count as held.
    await archive.refresh()
    const held = records.filter(
      ({ post: { category, id } }) => archive.find(category, id) === null && archive.retraction(category, id) === null,
    )
    return { records: new Map(records.map((record) => [nameOf(record.post), record])), held, unreadable }
  }

  // The result depends only on the post's name, so that every desk selects the same posts.
  const isDrawn = (place: PostId) => parseInt(hash('sha256', nameOf(place)).slice(0, 8), 16) / 2 ** 32 < share

  // Held posts are not part of the sample, because readers never saw their sentences.
  const sampleOf = ({ place, state, sentences }: ReviewItem, wrong: number) =>
    state === 'published' && isDrawn(place) ? { sentences: sentences.length, wrong } : undefined

  /**
   * Lists the posts without a verdict: held posts first, then the riskiest. `unreadable` contains a message for each
   * record that cannot be read.
   */
  async function list(): Promise<{ posts: ListedPost[]; unreadable: string[] }> {
    const { records, held, unreadable } = await readRecords()
    const rows = held.map(({ post, ...record }) => rowOf('held', { ...post, ...record }))
    const unjudged = archive.all().filter(({ reviews, corrections }) => reviews.length + corrections.length === 0)
    for (const { category, id, date } of unjudged.slice(0, MAX_LISTED)) {
      const text = await readPost({ bucket, archive, category, id })
      const { findings, notes } = records.get(nameOf({ category, id })) ?? NO_RECORD
      if (text !== null) rows.push(rowOf('published', { ...text, category, id, date, findings, notes }))
    }
    // Held posts come first, because they are published only after a verdict.
    rows.sort((a, b) => Number(b.state === 'held') - Number(a.state === 'held') || riskierFirst(a.risk, b.risk))
    const posts = rows.map(({ risk, ...row }) => ({ ...row, risks: risk.words, isDrawn: isDrawn(row.place) }))
    return { posts, unreadable }
  }

  /** Opens the post with the given name (`category/id`) or id. */
  async function open(name: string): Promise<ReviewItem | Gone> {
    const { records, held } = await readRecords()
    const named = [...archive.all(), ...held.map(({ post }) => post)].filter(({ id }) => id === name).map(nameOf)
    if (named.length > 1)
      return { state: 'gone', sentence: `Several posts have the id ${name}. Use one of ${named.join(', ')}.` }
    const [category = '', ...rest] = (named[0] ?? name).split('/')
    const place = { category, id: rest.join('/') }
    const text = await readPost({ bucket, archive, ...place })
    const archived = archive.find(category, place.id)
    if (text !== null && archived !== null) {
      // Use the journal's spelling of the category, because the given name may spell it differently.
      const stored = { category: archived.category, id: archived.id }
      const published = { ...text, date: archived.date, markdown: text.markdown ?? '', baseVersion: text.version }
      return await itemOf(records.get(nameOf(place)) ?? NO_RECORD, { ...published, place: stored, state: 'published' })
    }
    const record = held.find(({ post }) => nameOf(post) === nameOf(place))
    if (record === undefined) return gone(name, archive.retraction(category, place.id))
    return await itemOf(record, { ...record.post, place, state: 'held', baseVersion: 0 })
  }

  /** Keeps a post. If it is held, it is published. */
  async function keep({ item, by, note }: Given): Promise<Verdict> {
    if (item.state === 'held') return await publish({ item, by, note })
    const judged = { ...item.place, baseVersion: item.baseVersion }
    return conclude(await reviewPost({ ...store, judged, by, note, sample: sampleOf(item, 0) }), item, 'Kept')
  }

  // Reads, checks and renders an edited file.
  async function prepare({ item, file = '' }: Pick<Given, 'item' | 'file'>) {
    const { place, author, date, provenance } = item
    const refused = (sentence: string) => ({ state: 'refused' as const, sentence })
    if (item.markdown.trim() === '')
      return refused(`${nameOf(place)} was stored without its Markdown, so it cannot be edited. Keep or retract it.`)
    const read = readEditable(file)
    if (typeof read === 'string') return refused(read)
    if (isDeepStrictEqual(read, readEditable(item.file))) return refused('The file does not change anything.')
    const { readSource } = (await readRecords()).records.get(nameOf(place)) ?? NO_RECORD
    const { html, checks, findings, evidence } = await revalidate({
      edited: read.edited,
      before: { ...item, checks: provenance?.checks ?? [], evidence: provenance?.evidence },
      readSource,
      published: archive.all().filter((post) => nameOf(post) !== nameOf(place)),
      date: now().toISOString().slice(0, 10),
    })
    const { sources, links, ...words } = read.edited
    const { writer = null, note = null, judging } = provenance ?? {}
    // A source whose URL is unchanged keeps the fields that are not in the file, such as its dates.
    const dated = sources.map((source) => ({ ...provenance?.sources.find(({ url }) => url === source.url), ...source }))
    const made = { writer, note, judging, links, checks, reviews: [], corrections: [] }
    const edited = { ...made, sources: dated, ...(evidence.length > 0 && { evidence }) }
    const post = { ...place, ...words, author, date, html, provenance: edited }
    return { state: 'checked' as const, post, findings, baseVersion: read.baseVersion }
  }

  /** Checks an edited file as `correct` does, but without publishing it, and compares it with the current text. */
  async function check({ item, file }: { item: ReviewItem; file: string }): Promise<Check> {
    const checked = await prepare({ item, file })
    if (checked.state === 'refused') return checked
    return { state: 'checked', findings: checked.findings, changes: diffWordsWithSpace(item.file, file) }
  }

  /** Publishes an edited article file as a correction. */
  async function correct(given: Given): Promise<Verdict> {
    const { item, by, note } = given
    const checked = await prepare(given)
    if (checked.state === 'refused') return checked
    const { post, findings, baseVersion } = checked
    const blocking = findings.filter(({ severity }) => severity === 'block')
    if (!given.anyway && blocking.length > 0) {
      const why = blocking.map(({ code, message, evidence }) => `- ${code}: ${message}${evidence && ` (${evidence})`}`)
      const sentence = `The text fails its checks. Fix it, or publish it with the failed checks (--anyway):\n${why.join('\n')}`
      return { state: 'failed', sentence }
    }
    if (item.state === 'held') {
      // Readers have not seen this post, so the edit is not a correction. Instead, a note names the person who made it.
      const edited = [post.provenance.note, `Edited by ${by} before publication.`].filter(Boolean).join(' ')
      return await publish({ item, by, note }, { ...post, provenance: { ...post.provenance, note: edited } })
    }
    const judged = { ...item.place, baseVersion }
    const sample = sampleOf(item, countRemoved(item.sentences, post))
    return conclude(await correctPost({ ...store, judged, post, by, note, sample }), item, 'Corrected')
  }

  /** Retracts a post permanently. A held post is then never published. */
  async function retract({ item, by, note: reason }: Given): Promise<Verdict> {
    const { place, title, excerpt, date, tags } = item
    const post = { ...place, title, excerpt, date, tags }
    const outcome = await retractPost({ ...store, post, by, reason, sample: sampleOf(item, item.sentences.length) })
    const verdict = conclude(outcome, item, 'Retracted')
    // Do not wait for the notification, because its recipient can be slow.
    if (verdict.state === 'done') void onRetract?.(`${verdict.sentence} Reason: ${reason}`)
    return verdict
  }

  // Publishes a held post, or its edited version, and records the review.
  async function publish({ item, by, note }: Given, edited?: PostToPublish): Promise<Verdict> {
    const { place, title } = item
    const record = (await readRecords()).records.get(nameOf(place))
    if (record === undefined) return gone(nameOf(place), null)
    const isPublished = await record.publish(edited ?? record.post)
    await archive.refresh()
    const archived = archive.find(place.category, place.id)
    // If the post was published in the meantime, readers may see a different text. The review then fails, because no
    // text has version 0.
    const judged = { ...place, baseVersion: isPublished && archived !== null ? archived.text : 0 }
    const outcome = await reviewPost({ ...store, judged, by, note })
    return conclude(outcome, { place, title: edited?.title ?? title }, 'Published and kept')
  }

  function conclude(outcome: VerdictOutcome, post: Pick<ReviewItem, 'place' | 'title'>, done: string): Verdict {
    const name = nameOf(post.place)
    if (outcome.state === 'gone') return gone(name, outcome.retraction)
    if (outcome.state === 'done') {
      void announce([post.place])
      return { state: 'done', sentence: `${done}: ${name}, “${post.title}”.` }
    }
    const newest = outcome.post.corrections.at(-1)
    const change = newest ? `corrected by ${newest.by} on ${longDate(newest.date)} (${newest.note})` : 'published'
    const sentence = `${name} was ${change} after you opened it. Your verdict was not recorded. Open the post again.`
    return { state: 'changed', sentence }
  }

  /** Returns all verdicts and a summary of the last 30 days. */
  const log = async () => oversightLog(await journal.readAfter(0), now())

  /** Returns the sequence number of the journal's last event. */
  async function sequence(): Promise<number> {
    await archive.refresh()
    return archive.sequence
  }

  return { list, open, keep, check, correct, retract, log, sequence }
}

function rowOf(
  state: ListedPost['state'],
  post: Parameters<typeof riskOf>[0] & PostId & Pick<ListedPost, 'title' | 'date'>,
) {
  const { category, id, title, date } = post
  return { place: { category, id }, state, title, date, risk: riskOf(post) }
}

// The record used for posts that the newsroom did not write, such as those in the first edition.
const NO_NOTES = { questions: [], verdicts: [], removed: [] }
const NO_RECORD = { findings: [], notes: NO_NOTES, readSource: async () => null }

async function itemOf(
  record: Pick<PostRecord, 'findings' | 'notes' | 'readSource'>,
  post: Omit<ReviewItem, 'sources' | 'findings' | 'risks' | 'sentences' | 'removed' | 'file'>,
): Promise<ReviewItem> {
  const { provenance } = post
  const sources = (provenance?.sources ?? []).map(({ title, publisher, url }) => ({ title, publisher, url }))
  // The recorded findings and notes apply to the text before the correction, so do not show them.
  const isCorrected = (provenance?.corrections.length ?? 0) > 0
  const { findings, notes } = isCorrected ? NO_RECORD : record
  const risks = riskOf({ ...post, category: post.place.category, findings, notes }).words
  const shown = await shownSentences({ ...post, ...record, evidence: provenance?.evidence, sources, findings, notes })
  const own = { ...post, sources, links: provenance?.links }
  return { ...own, findings, risks, removed: notes.removed, file: editableFile(own), ...shown }
}

function gone(name: string, retraction: Change | null): Gone {
  if (retraction === null) return { state: 'gone', sentence: `There is no post ${name}.` }
  const { by, date, note } = retraction
  return { state: 'gone', sentence: `${name} was retracted by ${by} on ${longDate(date)}: ${note}` }
}
