import { checkBucket, collectGarbage, rebuildJournal } from '#archive/check.ts'
import { openArchive } from '#archive/archive.ts'
import { copyBucket } from '#archive/copy.ts'
import { openJournal } from '#archive/journal.ts'
import type { Bucket } from '#bucket/bucket.ts'
import { isS3, openBucket } from '#bucket/open.ts'
import { readPrompts } from '#newsroom/drafting/prompts.ts'
import { editionMinutes, writeSample } from '#newsroom/drafting/sample-paragraph.ts'
import { expiredKeys, pruneDesk } from '#newsroom/edition/retention.ts'
import { addWidths } from '#newsroom/publishing/pictures/add-widths.ts'
import { checkSources } from '#newsroom/sources/check-sources.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import { readCommandLine } from '#wiring/command-line.ts'
import { firstDayKept } from '#wiring/edition-day.ts'
import { keptDays, readEnvironment, type Environment } from '#wiring/environment.ts'
import { readCategoryList } from '#wiring/editorial.ts'
import { firstWriter, whyNoWriter } from '#wiring/models.ts'
import { openHttp, readSourceList } from '#wiring/newsroom.ts'
import { readS3Access } from '#wiring/s3-access.ts'

const usage = `npm run doctor [-- OPTIONS]

Says whether the bucket and its journal agree.

  --sweep    also deletes what belongs to no post, but never a complete post; not while something is being published
  --reindex  first writes the journal of a bucket that has lost it
  --pictures first makes the pictures of older posts in the widths that they lack; one that was stopped goes on
  --prune 90d
             deletes from the desk, instead, what neither a post nor a later edition needs and is older than that: at least
             31d; never the record of a post that is held or without a verdict
  --dry-run  with --prune, only says what that would be
  --sources  looks at the newsroom's sources instead: whether each still publishes
  --writer   has the writer that is set write a paragraph instead, and says how long an edition will take
  --copy FROM TO
             copies a bucket instead, as in --copy file:data/bucket s3://blog?region=eu-west-1; one that was stopped goes
             on. The target must be empty, or hold an earlier copy
  --env-file FILE
             takes settings from a file of NAME=value lines; the environment comes first
  --help, --version

Exit status: 0 all is well, 1 a reader, or the newsroom, would miss something.`
const flag = { type: 'boolean' } as const
const KINDS = {
  'notebook/': 'answers of models and pages that were read',
  'texts/': 'texts of sources',
  'editions/': 'plans, claims and records of posts that were judged before',
  reports: 'reports, each in two places',
}

const options = {
  sweep: flag,
  reindex: flag,
  pictures: flag,
  sources: flag,
  writer: flag,
  copy: flag,
  prune: { type: 'string' },
  'dry-run': flag,
} as const
const { values, positionals } = readCommandLine({ usage, options, allowPositionals: true })
try {
  if (!values.copy && positionals.length > 0) throw new Error(`"${positionals[0]}" means nothing here.\n\n${usage}`)
  if (values.copy && positionals.length !== 2) throw new Error(`--copy needs two addresses, FROM and TO.\n\n${usage}`)
  process.exitCode = (await isMissing()) ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function isMissing(): Promise<boolean> {
  const [from, to] = positionals
  if (from !== undefined && to !== undefined) return await copy(from, to)
  const environment = readEnvironment(process.env)
  if (values.prune !== undefined)
    return await prune(environment, { keep: values.prune, isTrial: values['dry-run'] ?? false })
  if (values.writer) return await tryWriter(environment)
  return values.sources ? await lookAtSources(environment) : await lookAtBucket(environment, values)
}

async function copy(from: string, to: string): Promise<boolean> {
  const access = isS3(from) || isS3(to) ? readS3Access(process.env) : null
  const buckets = { from: openBucket(from, access), to: openBucket(to, access) }
  const { copied, present } = await copyBucket({ ...buckets, report: (sentence) => console.log(sentence) })
  console.log(`${to} has all that ${from} has: ${copied} copied, ${present} there already, each compared.`)
  return false
}

async function lookAtBucket(
  { BUCKET, S3 }: Environment,
  values: { sweep?: boolean; reindex?: boolean; pictures?: boolean },
): Promise<boolean> {
  const bucket = openBucket(BUCKET, S3)
  if (values.reindex) {
    const { posts, corrected } = await rebuildJournal(bucket)
    console.log(`Wrote a journal of ${posts} posts. Reviews and retractions stood in the old one alone, and are lost.`)
    if (corrected.length > 0)
      console.log(`Corrected, with their newest text, but without who did it and why: ${corrected.join(', ')}.`)
  }
  const isWanting = values.pictures === true && (await addPictures(bucket)) > 0
  const { events, posts, garbage, unlisted, problems } = await checkBucket(bucket)
  console.log(`${BUCKET}: ${events} events, ${posts} posts.`)
  for (const problem of problems) console.log(`- ${problem}`)
  for (const post of unlisted)
    console.log(`- The post ${post} is complete, but not in the journal, so nobody finds it.`)
  if (garbage.length > 0) {
    console.log(`${garbage.length} objects belong to no post, such as ${garbage[0]}.`)
    if (values.sweep) await collectGarbage(bucket, garbage)
    console.log(
      values.sweep
        ? 'They are deleted.'
        : 'While nothing is being published, "npm run doctor -- --sweep" deletes them.',
    )
  }
  const missing = isWanting || problems.length + unlisted.length > 0
  if (!missing && garbage.length === 0) console.log('Everything is in its place.')
  return missing
}

// How many posts could not be given any.
async function addPictures(bucket: Bucket): Promise<number> {
  const onError = (problem: unknown) => console.error(problem instanceof Error ? problem.message : problem)
  let failed = 0
  const archive = await openArchive({ bucket, pollEvery: 0, onError })
  const tell = (error: Error) => {
    failed += 1
    onError(error)
  }
  const changed = await addWidths({ bucket, archive, journal: openJournal({ bucket }), onError: tell })
  console.log(
    changed + failed === 0
      ? 'No picture lacks a width.'
      : `The pictures of ${changed} posts are there in every width now.`,
  )
  return failed
}

async function lookAtSources(environment: Environment): Promise<boolean> {
  const sources = await readSourceList(environment)
  const [http, reader] = [openHttp(environment), createFeedReader()]
  const report = ({ sentence }: { sentence: string }) => console.log(sentence)
  const healths = await checkSources({ sources, http, parse: reader.feed, now: () => new Date(), report })
  await Promise.all([http.close(), reader.close()])
  const bad = healths.filter(({ state }) => state !== 'fine').length
  console.log(
    bad === 0 ? `All ${sources.length} sources are fine.` : `${bad} of ${sources.length} sources need a look.`,
  )
  return bad > 0
}

async function tryWriter(environment: Environment): Promise<boolean> {
  const model = await firstWriter(environment)
  const problem = await whyNoWriter(environment)
  if (problem !== null) throw new Error(problem)
  console.log(`${model.name} writes of an invented ferry …`)
  const prompts = await readPrompts('editorial/prompts')
  const sample = await writeSample({ model, prompts, now: () => performance.now() })
  console.log(`\n${sample.text}\n`)
  const posts = (await readCategoryList()).reduce((sum, category) => sum + category.posts, 0)
  const hours = editionMinutes(posts, sample) / 60
  const time = hours < 2 ? `${Math.ceil(hours * 60)} minutes` : `${hours.toFixed(1)} hours`
  console.log(
    `It read ${sample.readSpeed.toFixed(0)} and wrote ${sample.writeSpeed.toFixed(1)} tokens per second: an edition of ${posts} posts will take about ${time}.`,
  )
  return false
}

async function prune(
  { BUCKET, DESK, S3 }: Environment,
  { keep, isTrial }: { keep: string; isTrial: boolean },
): Promise<boolean> {
  const { data: days, error } = keptDays.safeParse(keep)
  if (error) throw new Error(error.issues.map(({ message }) => `--prune ${message}; it is "${keep}".`).join('\n'))
  if (days === null) {
    console.log('The desk keeps everything.')
    return false
  }
  const [desk, onError] = [openBucket(DESK, S3), (problem: unknown) => console.error(String(problem))]
  const archive = await openArchive({ bucket: openBucket(BUCKET, S3), pollEvery: 0, onError })
  const options = { desk, archive, before: firstDayKept(days), onError }
  const keys = isTrial ? await expiredKeys(options) : await pruneDesk(options)
  console.log(
    `${DESK}: ${keys.length} objects of editions before ${options.before} ${isTrial ? 'would be' : 'are'} deleted.`,
  )
  for (const [kind, words] of Object.entries(KINDS))
    console.log(`- ${keys.filter((key) => key.startsWith(kind)).length} ${words}`)
  if (!isTrial) return false
  let bytes = 0
  for (const key of keys) bytes += (await desk.get(key))?.body.length ?? 0
  console.log(`That would free ${(bytes / 1_000_000).toFixed(1)} MB.`)
  return false
}
