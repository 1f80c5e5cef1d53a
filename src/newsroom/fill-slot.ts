import * as z from 'zod'
import { PreconditionFailed } from '#bucket/bucket.ts'
import { checkDraft } from '#newsroom/check-draft.ts'
import type { Candidate } from '#newsroom/choose.ts'
import { claimSlot } from '#newsroom/edition/claim.ts'
import type { Edition } from '#newsroom/edition/edition.ts'
import { finished, type Finished } from '#newsroom/edition/finished.ts'
import { keepRecord, readRecord } from '#newsroom/records.ts'
import { entry } from '#newsroom/entry.ts'
import { finishPost } from '#newsroom/finish.ts'
import { JUDGE_NAME, judgeDraft } from '#newsroom/judge.ts'
import { ModelFailed } from '#newsroom/model.ts'
import { readTexts } from '#newsroom/read.ts'
import { referencesOf, storeTexts } from '#newsroom/references.ts'
import { releasePost } from '#newsroom/release.ts'
import type { Outcome } from '#newsroom/report.ts'
import type { Reference, Story } from '#newsroom/story.ts'
import { writeDraft } from '#newsroom/write.ts'
import { writeStory, type Accepted } from '#newsroom/write-story.ts'

/** One place of an edition: `name` is its category and number (`cybersecurity-1`). */
export type Slot = { name: string; category: string; candidates: Candidate[] }

/**
 * Fills a slot: claims it, writes about the first of its candidates that gives an article, and publishes that. What was
 * done before is not done again. Rejects with NoWriter, BudgetSpent or an error of the storage; the slot can then be
 * filled by a later run.
 */
export async function fillSlot(edition: Edition, slot: Slot): Promise<Omit<Outcome, 'seconds'>> {
  const { newsroom, date, dryRun, claimant } = edition
  const { desk, archive, sameMachine, now, progress } = newsroom
  const folder = `editions/${date}/slots/${slot.name}`
  const rejections: Outcome['rejections'] = []
  const outcome = (state: Outcome['state'], note: string, done: Finished | null = null): Omit<Outcome, 'seconds'> => ({
    ...{ slot: slot.name, category: slot.category, state, note, rejections },
    post: done === null ? null : { category: done.post.category, id: done.post.id, title: done.post.title },
    writer: done === null ? null : `${done.post.provenance.writer.provider}/${done.post.provenance.writer.model}`,
  })

  const before = await readRecord(desk, `${folder}/post.json`, finished)
  if (before !== null && isOut(before)) return outcome('already', '', before)
  if (dryRun) return before === null ? await write() : outcome('ready', '', before)
  const claim = await claimSlot({ desk, slot: folder, claimant, sameMachine, now })
  if (claim === null) return outcome('elsewhere', '')
  try {
    const kept = await readRecord(desk, `${folder}/post.json`, finished)
    return kept === null ? await write() : await publish(kept)
  } finally {
    await claim.release()
  }

  function isOut({ post }: Finished): boolean {
    return archive.find(post.category, post.id) !== null || archive.retraction(post.category, post.id) !== null
  }

  async function write(): Promise<Omit<Outcome, 'seconds'>> {
    for (const { story } of slot.candidates) {
      const done = await writeAbout(story)
      if (done === null) continue
      if (dryRun) return outcome('ready', countWarnings(done), done)
      // Whoever lost the claim while writing publishes what the other one finished.
      return await publish(await keepRecord(desk, `${folder}/post.json`, finished, done))
    }
    return outcome('dropped', dropped())
  }

  function dropped(): string {
    if (slot.candidates.length === 0) return 'no new story'
    return `${slot.candidates.length} ${slot.candidates.length === 1 ? 'story' : 'stories'} tried`
  }

  async function writeAbout(story: Story): Promise<Finished | null> {
    const { references, ...read } = await readStory(story)
    const title = story.entries[0]?.title ?? story.id
    if (references.length === 0) {
      rejections.push({ story: title, writer: '', codes: ['too-little-text'] })
      return null
    }
    const { accepted, rejections: rejected } = await writeStory({ title, references }, stepsFor(references))
    rejections.push(...rejected)
    if (accepted === null) return null
    await storeTexts(desk, references)
    const done = await finishPost({
      ...{ accepted, story: read.story, references, category: slot.category, archive, lately: edition.lately },
      ...{ author: newsroom.author, date: edition.postDate(), prompts: newsroom.prompts.hash },
    })
    edition.written.push(done.post)
    return { ...done, pictured: await picture(accepted) }
  }

  async function readStory(story: Story) {
    progress.slot({ slot: slot.name, state: 'reading', note: story.entries[0]?.title })
    const { web, robots, reader } = newsroom
    const entries = await edition.notebook.keep('read', story, z.array(entry), () =>
      readTexts({ entries: story.entries, web, robots, reader }),
    )
    const complete = { ...story, entries }
    return { story: complete, references: referencesOf(complete) }
  }

  function stepsFor(references: Reference[]): Parameters<typeof writeStory>[1] {
    const { writers, judge, prompts } = newsroom
    const seed = `${date}/${slot.name}/${references.map(({ hash }) => hash).join()}`
    return {
      writers,
      write: (writer, previous) =>
        writeDraft({
          ...{ prompts, references, category: slot.category, date, seed },
          ask: (question) => edition.ledger.ask(writer, question),
          ...(previous === null ? {} : { previous }),
        }),
      check: (draft, written) =>
        checkDraft({ draft, references, published: [...edition.written, ...edition.lately], ...written }),
      judge: async (draft) => {
        const ask = (seed: string) =>
          judgeDraft({ ask: (question) => edition.ledger.ask(judge, question), prompts, draft, references, seed })
        const judged = (await ask(seed)) ?? (await ask(`${seed}/again`))
        if (judged === null) return null
        const passed = judged.findings.every(({ level }) => level !== 'block')
        return {
          findings: judged.findings,
          result: { name: JUDGE_NAME, passed, detail: judged.detail },
        }
      },
      isOutOfReach: (error) => error instanceof ModelFailed,
      onState: (state, writer) => progress.slot({ slot: slot.name, state, note: writer.name }),
    }
  }

  // A picture that could not be made is no reason to hold an article back: its cover needs nobody.
  async function picture({ draft }: Accepted): Promise<boolean> {
    if (newsroom.illustrator === null || dryRun) return false
    // A run that died may have left it: no picture is paid twice either.
    if ((await desk.get(`${folder}/picture`)) !== null) return true
    progress.slot({ slot: slot.name, state: 'illustrating' })
    try {
      const { title, excerpt } = draft
      const body = await newsroom.illustrator({ title, excerpt, category: slot.category })
      await desk.put(`${folder}/picture`, body, { contentType: 'application/octet-stream', ifNoneMatch: '*' })
      return true
    } catch (error) {
      if (error instanceof PreconditionFailed) return true
      newsroom.report(error)
      return false
    }
  }

  async function publish(done: Finished): Promise<Omit<Outcome, 'seconds'>> {
    if (newsroom.hold) return outcome('held', countWarnings(done), done)
    progress.slot({ slot: slot.name, state: 'publishing', note: done.post.title })
    const { bucket, journal } = newsroom
    await releasePost({ bucket, desk, journal, archive, slot: { folder, done } })
    return outcome('published', countWarnings(done), done)
  }
}

function countWarnings({ warnings }: Finished): string {
  return warnings.length === 0
    ? ''
    : `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'} for the desk`
}
