import { isDeepStrictEqual } from 'node:util'
import type { Archive, ArchivedPost, Retraction } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import { readPost, type PostToPublish } from '#archive/text.ts'
import { correctPost, retractPost, reviewPost, type VerdictOutcome } from '#archive/verdict.ts'
import { longDate } from '#blog/date.ts'
import type { Check } from '#blog/post.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { Complaint, Desk, DeskCase, DeskListing, Edited, Place, Verdict } from '#desk/case.ts'
import { editableFile, readEditable } from '#desk/editable.ts'
import { riskierFirst, riskOf, type Risk } from '#desk/risk.ts'

/** What the newsroom kept of a post that it wrote. */
export type Dossier = {
  /** As it was written. */
  post: PostToPublish
  complaints: Complaint[]
  /** The text of a source as the newsroom read it, by its address; null when it kept none. */
  textOf(url: string): Promise<string | null>
  /** When its publisher dated that text, ISO text. */
  dateOf(url: string): string | null
  /** Publishes the post, as it was written or as a person edited it; false when somebody else has published it. */
  release(post: PostToPublish): Promise<boolean>
}

/** Checks an edited article as the newsroom checks its own, and renders it. */
export type Recheck = (options: {
  edited: Edited
  before: Edited & { checks: Check[] }
  textOf: (url: string) => Promise<string | null>
  dateOf: (url: string) => string | null
  published: { category: string; title: string; excerpt: string; date: string }[]
  date: string
}) => Promise<{ html: string; checks: Check[]; findings: Complaint[] }>

/** Tells the world of posts that are new, changed or gone; null when nobody is to be told. */
export type Announce = ((posts: Place[]) => Promise<void>) | null

type Options = {
  bucket: Bucket
  journal: Journal
  archive: Archive
  /** What the newsroom kept, of posts that are published and of posts that are held. */
  dossiers: () => Promise<Dossier[]>
  recheck: Recheck
  announce: Announce
  now: () => Date
}

/** Opens the desk over a bucket: every verdict is an event of its journal, and none counts for a text that nobody read. */
export function openDesk(options: Options): Desk & { find(name: string): Promise<Place[]> } {
  const { bucket, archive, recheck, now } = options

  return {
    list: async () => {
      const { dossiers, waiting } = await look()
      const judged = ({ reviews, corrections }: ArchivedPost) => reviews.length > 0 || corrections.length > 0
      const published = archive
        .all()
        .filter((post) => !judged(post))
        .slice(0, MOST)
      const rows: { listing: DeskListing; risk: Risk }[] = waiting.map(({ post, complaints }) =>
        row('held', post, riskOf({ provenance: post.provenance, complaints })),
      )
      for (const post of published) {
        const complaints = dossiers.get(nameOf(post))?.complaints ?? []
        const text = await readPost({ bucket, archive, ...post })
        if (text !== null) rows.push(row('published', post, riskOf({ provenance: text.provenance, complaints })))
      }
      return rows
        .toSorted((one, other) => riskierFirst(one.risk, other.risk))
        .map(({ listing, risk }) => ({ ...listing, risks: risk.words }))
    },

    /** The places that `name` may mean: `category/id` one, an id every post that has it. */
    find: async (name) => {
      const [category = '', id, ...rest] = name.split('/')
      if (id !== undefined) return rest.length === 0 ? [{ category, id }] : []
      const { waiting } = await look()
      return [...archive.all(), ...waiting.map(({ post }) => post)]
        .filter((post) => post.id === name)
        .map((post) => ({ category: post.category, id: post.id }))
    },

    open: async (place) => {
      const { dossiers } = await look()
      const dossier = dossiers.get(nameOf(place)) ?? null
      const archived = archive.find(place.category, place.id)
      const retraction = archive.retraction(place.category, place.id)
      if (archived === null && (dossier === null || retraction !== null)) return gone(place, retraction)
      return archived === null ? await heldCase(dossier) : await publishedCase(archived, dossier)
    },

    keep: async ({ subject, by, note }) => {
      const { place, state, seen } = subject
      if (state === 'published')
        return await said(await reviewPost({ ...options, judged: { ...place, seen }, by, note }), subject, 'Kept')
      const dossier = (await look()).dossiers.get(nameOf(place))
      return dossier === undefined ? gone(place, null) : await release({ dossier, post: dossier.post, by, note, place })
    },

    editable: editableFile,

    correct: async ({ subject, file, by, note, anyway }) => {
      if (subject.markdown.trim() === '') return { state: 'refused', sentence: withoutMarkdown(subject.place) }
      const read = readEditable(file)
      if (typeof read === 'string') return { state: 'refused', sentence: read }
      if (isSame(read.edited, subject)) return { state: 'refused', sentence: 'Nothing in the file is changed.' }
      const dossier = (await look()).dossiers.get(nameOf(subject.place))
      const { html, checks, findings } = await recheck({
        edited: read.edited,
        before: { ...subject, checks: subject.provenance?.checks ?? [] },
        textOf: dossier?.textOf ?? (async () => null),
        dateOf: dossier?.dateOf ?? (() => null),
        published: archive.all().filter((post) => nameOf(post) !== nameOf(subject.place)),
        date: now().toISOString().slice(0, 10),
      })
      if (!anyway && findings.some(({ level }) => level === 'block')) return { state: 'failed', complaints: findings }
      const { sources, ...words } = read.edited
      const made = subject.provenance ?? { writer: null, note: null }
      const { author, date, place } = subject
      const post = {
        ...{ ...place, ...words, author, date, html },
        provenance: { ...made, sources, checks, reviews: [], corrections: [] },
      }
      if (subject.state === 'published') {
        const judged = { ...place, seen: read.seen }
        return await said(await correctPost({ ...options, judged, post, by, note }), subject, 'Corrected')
      }
      if (dossier === undefined) return gone(place, null)
      // Nobody has read it yet, so it is no correction to its readers; the record says all the same who changed it.
      const edited = [post.provenance.note, `Edited by ${by} before publication.`].filter(Boolean).join(' ')
      return await release({
        ...{ dossier, by, note, place },
        post: { ...post, provenance: { ...post.provenance, note: edited } },
      })
    },

    retract: async ({ subject, by, reason }) => {
      const { place, title, excerpt, date, tags } = subject
      return await said(
        await retractPost({ ...options, post: { ...place, title, excerpt, date, tags }, by, reason }),
        subject,
        'Retracted',
      )
    },
  }

  async function look(): Promise<{ dossiers: Map<string, Dossier>; waiting: Dossier[] }> {
    const all = await options.dossiers()
    // Read after them: what was published meanwhile is not taken for held.
    await archive.refresh()
    const waiting = all.filter(
      ({ post: { category, id } }) => archive.find(category, id) === null && archive.retraction(category, id) === null,
    )
    return { dossiers: new Map(all.map((dossier) => [nameOf(dossier.post), dossier])), waiting }
  }

  async function publishedCase(archived: ArchivedPost, dossier: Dossier | null): Promise<DeskCase | Gone> {
    const { category, id } = archived
    const text = await readPost({ bucket, archive, category, id })
    // Read before and after: a text that moved on in between is read again with its own number.
    const current = archive.find(category, id)
    if (text === null || current === null) return gone(archived, archive.retraction(category, id))
    if (current.text !== archived.text) return await publishedCase(current, dossier)
    const { provenance, title, excerpt, tags, author, markdown } = text
    const { date } = archived
    return await complete(dossier, {
      ...{ place: { category, id }, state: 'published', seen: current.text, provenance },
      ...{ title, excerpt, tags, author, date, markdown: markdown ?? '', sources: provenance?.sources ?? [] },
    })
  }

  async function heldCase(dossier: Dossier | null): Promise<DeskCase | Gone> {
    if (dossier === null) throw new Error('A post that is held has what the newsroom kept of it.')
    const { id, category, title, excerpt, tags, author, date, markdown, provenance } = dossier.post
    return await complete(dossier, {
      ...{ place: { category, id }, state: 'held', seen: 0, provenance },
      ...{ title, excerpt, tags, author, date, markdown, sources: provenance?.sources ?? [] },
    })
  }

  async function complete(
    dossier: Dossier | null,
    subject: Omit<DeskCase, 'complaints' | 'risks' | 'texts'>,
  ): Promise<DeskCase> {
    const { provenance, sources } = subject
    // What the checks warned of was said of the first text.
    const complaints = provenance?.corrections.length ? [] : (dossier?.complaints ?? [])
    const texts = await Promise.all(sources.map(({ url }) => dossier?.textOf(url) ?? null))
    return { ...subject, complaints, texts, risks: riskOf({ provenance, complaints }).words }
  }

  async function release(given: {
    dossier: Dossier
    post: PostToPublish
    by: string
    note: string
    place: Place
  }): Promise<Verdict> {
    const { dossier, post, by, note, place } = given
    const ours = await dossier.release(post)
    await archive.refresh()
    const archived = archive.find(place.category, place.id)
    if (archived === null) return gone(place, archive.retraction(place.category, place.id))
    if (!ours) {
      const sentence = `${nameOf(place)} was published meanwhile by somebody else. Nothing is recorded: open it again.`
      return { state: 'changed', sentence }
    }
    const judged = { ...place, seen: archived.text }
    return await said(
      await reviewPost({ ...options, judged, by, note }),
      { place, title: post.title },
      'Published and kept',
    )
  }

  async function said(
    outcome: VerdictOutcome,
    { place, title }: Pick<DeskCase, 'place' | 'title'>,
    done: string,
  ): Promise<Verdict> {
    if (outcome.state === 'done') {
      await options.announce?.([place])
      return { state: 'done', sentence: `${done}: ${nameOf(place)}, “${title}”.` }
    }
    if (outcome.state === 'gone') return gone(place, outcome.retraction)
    const newest = outcome.post.corrections.at(-1)
    const who = newest === undefined ? '' : ` by ${newest.by} on ${longDate(newest.date)} (${newest.note})`
    const sentence = `${nameOf(place)} was corrected${who} after this text was read. Nothing is recorded: open it again.`
    return { state: 'changed', sentence }
  }
}

// How many of the newest posts without a verdict are looked at: their records are read one by one.
const MOST = 1_000

type Gone = Extract<Verdict, { state: 'gone' }>

function row(state: DeskListing['state'], post: ArchivedPost | PostToPublish, risk: Risk) {
  const { category, id, title, date } = post
  return { listing: { place: { category, id }, state, title, date, risks: [] }, risk }
}

function gone(place: Place, retraction: Retraction | null): Gone {
  const sentence =
    retraction === null
      ? `There is no post ${nameOf(place)}.`
      : `${nameOf(place)} was retracted by ${retraction.by} on ${longDate(retraction.date)}: ${retraction.reason}`
  return { state: 'gone', sentence }
}

function withoutMarkdown(place: Place): string {
  return `${nameOf(place)} was stored without the Markdown that it was made from, so it cannot be edited: retract it, or let it stand.`
}

function isSame(edited: Edited, { title, excerpt, tags, markdown, sources }: Edited): boolean {
  const before = { title: title.trim(), excerpt: excerpt.trim(), tags, sources, markdown: markdown.trim() }
  return isDeepStrictEqual(edited, before)
}

function nameOf({ category, id }: Place): string {
  return `${category}/${id}`
}
