import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { readPost, type PostToPublish } from '#archive/post-store.ts'
import { correctPost, retractPost, reviewPost, type VerdictOutcome } from '#archive/verdict.ts'
import { longDate } from '#blog/date.ts'
import type { Change } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { editableFile, readEditable } from '#desk/editable.ts'
import { diffWordsWithSpace } from 'diff'
import {
  nameOf,
  type Check,
  type Gone,
  type ListedPost,
  type PostId,
  type Revalidate,
  type ReviewItem,
  type Verdict,
} from '#desk/review-item.ts'
import { oversightLog } from '#desk/log.ts'
import type { PostRecord } from '#newsroom/review/post-records.ts'
import { riskierFirst, riskOf } from '#desk/risk.ts'
import { countRemoved, shownSentences } from '#newsroom/review/shown-sentences.ts'

/** The desk: the posts without a verdict, and the verdicts. */
export type Desk = ReturnType<typeof openDesk>

// A verdict by a person. For a retraction, the note is called the reason.
type Given = { item: ReviewItem; by: string; note: string }

// Only the newest posts without a verdict are listed, because their texts are read one by one.
const MAX_LISTED = 1_000

/** Opens the desk over a bucket. Each verdict is an event in its journal, and counts only for the text that the person read. */
export function openDesk(options: {
  bucket: Bucket
  journal: Journal
  archive: Archive
  /** Reads the newsroom's records, and the problems of unreadable records. */
  readRecords: () => Promise<{ records: PostRecord[]; unreadable: string[] }>
  revalidate: Revalidate
  /** Notifies search engines and hubs of changed posts. Null if none is configured. */
  announce: ((posts: PostId[]) => Promise<void>) | null
  now: () => Date
  /** Called with a sentence about each retraction. */
  onRetract?: (sentence: string) => Promise<void>
  /** The share of posts that are drawn at random, from 0 to 1. */
  share?: number
}) {
  const { bucket, journal, archive, revalidate, announce, now, share = 0 } = options
  const store = { bucket, journal, archive }

  async function readRecords() {
    const { records, unreadable } = await options.readRecords()
    // Refresh after reading, so that a post published in the meantime does not count as held.
    await archive.refresh()
    const held = records.filter(
      ({ post: { category, id } }) => archive.find(category, id) === null && archive.retraction(category, id) === null,
    )
    return { records: new Map(records.map((record) => [nameOf(record.post), record])), held, unreadable }
  }

  // The name of a post decides, so that every desk draws the same posts.
  const isDrawn = (place: PostId) => parseInt(hash('sha256', nameOf(place)).slice(0, 8), 16) / 2 ** 32 < share
  const sampleOf = ({ place, sentences }: ReviewItem, wrong: number) =>
    isDrawn(place) ? { sentences: sentences.length, wrong } : undefined

  async function list(): Promise<{ posts: ListedPost[]; unreadable: string[] }> {
    const { records, held, unreadable } = await readRecords()
    const rows = held.map(({ post, ...record }) => rowOf('held', { ...post, ...record }))
    const unjudged = archive.all().filter(({ reviews, corrections }) => reviews.length + corrections.length === 0)
    for (const { category, id, date } of unjudged.slice(0, MAX_LISTED)) {
      const text = await readPost({ bucket, archive, category, id })
      const { findings = [], notes = null } = records.get(nameOf({ category, id })) ?? {}
      if (text !== null) rows.push(rowOf('published', { ...text, category, id, date, findings, notes }))
    }
    // Held posts come first, because readers wait for them.
    const isHeld = ({ state }: { state: string }) => Number(state === 'held')
    rows.sort((a, b) => isHeld(b.listed) - isHeld(a.listed) || riskierFirst(a.risk, b.risk))
    return { posts: rows.map(({ listed }) => ({ ...listed, isDrawn: isDrawn(listed.place) })), unreadable }
  }

  async function find(name: string): Promise<PostId[]> {
    const [category = '', id, ...rest] = name.split('/')
    if (id !== undefined) return rest.length === 0 ? [{ category, id }] : []
    const { held } = await readRecords()
    return [...archive.all(), ...held.map(({ post }) => post)]
      .filter((post) => post.id === name)
      .map((post) => ({ category: post.category, id: post.id }))
  }

  async function open(place: PostId): Promise<ReviewItem | Gone> {
    const { category, id } = place
    const record = (await readRecords()).records.get(nameOf(place)) ?? null
    const text = await readPost({ bucket, archive, category, id })
    const archived = archive.find(category, id)
    if (text !== null && archived !== null) {
      // Use the journal's spelling of the category.
      const stored = { category: archived.category, id: archived.id }
      const published = { ...text, date: archived.date, markdown: text.markdown ?? '', baseVersion: text.version }
      return await itemOf(record, { ...published, place: stored, state: 'published' })
    }
    const retraction = archive.retraction(category, id)
    if (record === null || archived !== null || retraction !== null) return gone(place, retraction)
    return await itemOf(record, { ...record.post, place, state: 'held', baseVersion: 0 })
  }

  async function keep({ item, by, note }: Given): Promise<Verdict> {
    const { place, state, baseVersion } = item
    if (state === 'published') {
      const outcome = await reviewPost({
        ...store,
        judged: { ...place, baseVersion },
        by,
        note,
        sample: sampleOf(item, 0),
      })
      return await conclude(outcome, { ...item, done: 'Kept' })
    }
    const record = (await readRecords()).records.get(nameOf(place))
    return record === undefined ? gone(place, null) : await publish(record, { post: record.post, by, note })
  }

  // Reads, checks and renders an edited file.
  async function prepare(item: ReviewItem, file: string) {
    const { place, author, date, provenance } = item
    const refused = (sentence: string) => ({ state: 'refused' as const, sentence })
    if (item.markdown.trim() === '')
      return refused(`${nameOf(place)} was stored without its Markdown, so it cannot be edited. Keep or retract it.`)
    const read = readEditable(file)
    if (typeof read === 'string') return refused(read)
    if (isDeepStrictEqual(read, readEditable(editableFile(item)))) return refused('The file does not change anything.')
    const record = (await readRecords()).records.get(nameOf(place))
    const { html, checks, findings, evidence } = await revalidate({
      edited: read.edited,
      before: { ...item, checks: provenance?.checks ?? [], evidence: provenance?.evidence },
      textOf: record?.textOf ?? (async () => null),
      dateOf: record?.dateOf ?? (() => null),
      published: archive.all().filter((post) => nameOf(post) !== nameOf(place)),
      date: now().toISOString().slice(0, 10),
    })
    const { sources, ...words } = read.edited
    const { writer = null, note = null, judging } = provenance ?? {}
    const made = { writer, note, judging, checks, reviews: [], corrections: [] }
    // A source keeps its other fields if its URL is unchanged.
    const dated = sources.map((source) => ({ ...provenance?.sources.find(({ url }) => url === source.url), ...source }))
    const edited = { ...made, sources: dated, evidence: evidence.length === 0 ? undefined : evidence }
    const post = { ...place, ...words, author, date, html, provenance: edited }
    return { state: 'checked' as const, post, findings, record, baseVersion: read.baseVersion }
  }

  async function check({ item, file }: { item: ReviewItem; file: string }): Promise<Check> {
    const checked = await prepare(item, file)
    if (checked.state === 'refused') return checked
    return { state: 'checked', findings: checked.findings, changes: diffWordsWithSpace(editableFile(item), file) }
  }

  async function correct(given: Given & { file: string; anyway: boolean }): Promise<Verdict> {
    const { item, by, note } = given
    const checked = await prepare(item, given.file)
    if (checked.state === 'refused') return checked
    const { post, findings, record, baseVersion } = checked
    if (!given.anyway && findings.some(({ severity }) => severity === 'block')) return { state: 'failed', findings }
    if (item.state === 'published') {
      const judged = { ...item.place, baseVersion }
      const sample = sampleOf(item, countRemoved(item.sentences, post))
      return await conclude(await correctPost({ ...store, judged, post, by, note, sample }), {
        ...item,
        done: 'Corrected',
      })
    }
    if (record === undefined) return gone(item.place, null)
    // Readers have not seen this post, so the edit is not a correction. The note records the person.
    const edited = [post.provenance.note, `Edited by ${by} before publication.`].filter(Boolean).join(' ')
    return await publish(record, { post: { ...post, provenance: { ...post.provenance, note: edited } }, by, note })
  }

  async function retract({ item, by, reason }: { item: ReviewItem; by: string; reason: string }): Promise<Verdict> {
    const { place, title, excerpt, date, tags } = item
    const outcome = await retractPost({
      ...store,
      post: { ...place, title, excerpt, date, tags },
      by,
      reason,
      // Readers never see the sentences of a held post.
      sample: item.state === 'held' ? undefined : sampleOf(item, item.sentences.length),
    })
    const verdict = await conclude(outcome, { ...item, done: 'Retracted' })
    if (verdict.state === 'done') await options.onRetract?.(`${verdict.sentence} Reason: ${reason}`)
    return verdict
  }

  // Publishes a held post with a person's verdict.
  async function publish(
    record: PostRecord,
    { post, by, note }: Omit<Given, 'item'> & { post: PostToPublish },
  ): Promise<Verdict> {
    const { category, id, title } = post
    const place = { category, id }
    const state = await record
      .publish(post)
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    await archive.refresh()
    const archived = archive.find(category, id)
    if (archived === null) {
      const { sentence } = gone(place, archive.retraction(category, id))
      const [outcome, reason] =
        typeof state === 'string' ? (['refused', state] as const) : (['gone', sentence] as const)
      return { state: outcome, sentence: `The post was not published: ${reason}` }
    }
    if (state !== true) {
      const sentence = `${nameOf(place)} was published in the meantime, perhaps with another text. Your verdict was not recorded. Open the post again.`
      return { state: 'changed', sentence }
    }
    const outcome = await reviewPost({ ...store, judged: { ...place, baseVersion: archived.text }, by, note })
    return await conclude(outcome, { place, title, done: 'Published and kept' })
  }

  async function conclude(
    outcome: VerdictOutcome,
    { place, title, done }: { place: PostId; title: string; done: string },
  ): Promise<Verdict> {
    if (outcome.state === 'done') {
      await announce?.([place])
      return { state: 'done', sentence: `${done}: ${nameOf(place)}, “${title}”.` }
    }
    if (outcome.state === 'gone') return gone(place, outcome.retraction)
    const newest = outcome.post.corrections.at(-1)
    const who = newest === undefined ? '' : ` by ${newest.by} on ${longDate(newest.date)} (${newest.note})`
    const sentence = `${nameOf(place)} was corrected${who} after you opened it. Your verdict was not recorded. Open the post again.`
    return { state: 'changed', sentence }
  }

  return {
    /** Lists the posts without a verdict, held and risky ones first, and the problems of unreadable records. */
    list,
    /** Returns the posts with the name `category/id`, or all posts with an id. */
    find,
    open,
    keep,
    /** Returns the file for the editor. */
    editable: (item: ReviewItem) => editableFile(item),
    /** Checks an edited file as `correct` does, and compares it with the text of the post. */
    check,
    /** `file` is the edited text. `anyway` publishes it despite failed checks, which the page then shows. */
    correct,
    retract,
    /** Returns all verdicts, and a summary of 30 days. */
    log: async () => oversightLog(await journal.readAfter(0), now()),
  }
}

function rowOf(
  state: ListedPost['state'],
  post: Parameters<typeof riskOf>[0] & PostId & Pick<ListedPost, 'title' | 'date'>,
) {
  const { category, id, title, date } = post
  const risk = riskOf(post)
  return { listed: { place: { category, id }, state, title, date, risks: risk.words }, risk }
}

async function itemOf(
  record: PostRecord | null,
  post: Omit<ReviewItem, 'sources' | 'findings' | 'risks' | 'sentences' | 'removed'>,
): Promise<ReviewItem> {
  const { provenance } = post
  const sources = (provenance?.sources ?? []).map(({ title, publisher, url }) => ({ title, publisher, url }))
  // The recorded findings and notes are about the text before the correction.
  const isCorrected = (provenance?.corrections.length ?? 0) > 0
  const findings = isCorrected ? [] : (record?.findings ?? [])
  const notes = isCorrected ? null : (record?.notes ?? null)
  const risks = riskOf({ ...post, category: post.place.category, findings, notes }).words
  const shown = await shownSentences({
    ...post,
    evidence: provenance?.evidence,
    sources,
    findings,
    notes,
    unitsOf: record?.unitsOf ?? (async () => []),
  })
  return { ...post, sources, findings, risks, removed: notes?.removed ?? [], ...shown }
}

function gone(place: PostId, retraction: Change | null): Gone {
  if (retraction === null) return { state: 'gone', sentence: `There is no post ${nameOf(place)}.` }
  const { by, date, note } = retraction
  return { state: 'gone', sentence: `${nameOf(place)} was retracted by ${by} on ${longDate(date)}: ${note}` }
}
