import * as z from 'zod'
import { checkBucket, collectGarbage, rebuildJournal } from '#archive/check.ts'
import { openArchive } from '#archive/archive.ts'
import { copyBucket } from '#archive/copy.ts'
import { isS3, openBucket } from '#bucket/open.ts'
import { expiredKeys, pruneDesk } from '#newsroom/edition/retention.ts'
import { checkSources } from '#newsroom/sources/check-sources.ts'
import { createFeedReader } from '#newsroom/sources/feed/reader.ts'
import { COMMON_USAGE, printError, readCommandLine, runProgram } from '#wiring/command-line.ts'
import { readEnvironment, type Environment } from '#wiring/environment.ts'
import { keptDays } from '#wiring/settings.ts'
import { firstWriter, whyNoWriter } from '#wiring/models.ts'
import { openHttp, readSourceList } from '#wiring/newsroom.ts'
import { readS3Access } from '#wiring/s3-access.ts'

const usage = `Usage: npm run doctor [-- OPTIONS]

Checks the bucket against its journal.

  --sweep    also deletes objects that do not belong to any post; do not use it while posts are being published
  --reindex  first rebuilds the lost journal of a bucket
  --prune 90d
             instead deletes data from the desk that is older than this (at least 31d) and that no post or later edition
             needs; keeps the records of held posts and of posts without a verdict
  --dry-run  with --prune, prints what would be deleted
  --sources  instead checks whether each of the newsroom's sources still publishes
  --writer   instead requests one sentence from the configured writer, as JSON
  --copy FROM TO
             instead copies a bucket, as in --copy file:data/bucket s3://blog?region=eu-west-1; can be interrupted and
             run again; the target must be empty or contain an earlier copy
${COMMON_USAGE}

Exit status: 0 no problem was found, 1 a problem was found.`
const flag = { type: 'boolean' } as const
const options = {
  sweep: flag,
  reindex: flag,
  sources: flag,
  writer: flag,
  copy: flag,
  prune: { type: 'string' },
  'dry-run': flag,
} as const
// The response that --writer requests.
const greeting = z.strictObject({ text: z.string() })
const { values, positionals } = readCommandLine({ usage, options, allowPositionals: true })
await runProgram(async () => {
  if (!values.copy && positionals.length > 0) throw new Error(`Unexpected argument "${positionals[0]}".\n\n${usage}`)
  if (values.copy && positionals.length !== 2)
    throw new Error(`--copy needs two bucket addresses, FROM and TO.\n\n${usage}`)
  process.exitCode = (await hasProblem()) ? 1 : 0
})

async function hasProblem(): Promise<boolean> {
  const [from, to] = positionals
  if (from !== undefined && to !== undefined) return await copy(from, to)
  const environment = readEnvironment(process.env)
  if (values.prune !== undefined) return await prune(environment, values.prune)
  if (values.writer) return await tryWriter(environment)
  return values.sources ? await checkAllSources(environment) : await checkOneBucket(environment)
}

async function copy(from: string, to: string): Promise<boolean> {
  const access = isS3(from) || isS3(to) ? readS3Access(process.env) : null
  const buckets = { from: openBucket(from, access), to: openBucket(to, access) }
  const { copied, present } = await copyBucket({ ...buckets, report: (sentence) => console.log(sentence) })
  if (copied + present === 0)
    throw new Error(`Nothing was copied, because ${from} does not exist or is empty. Check the source address.`)
  console.log(`${to} contains all objects of ${from}: ${copied} copied, ${present} already present and compared.`)
  return false
}

async function checkOneBucket({ BUCKET, S3 }: Environment): Promise<boolean> {
  const bucket = openBucket(BUCKET, S3)
  if (values.reindex) {
    const { posts, corrected } = await rebuildJournal(bucket)
    console.log(
      `Wrote a journal with ${posts} posts. Reviews and retractions could not be restored, because only the lost journal contained them.`,
    )
    if (corrected.length > 0)
      console.log(
        `These posts have their corrected text, but their correction notes could not be restored: ${corrected.join(', ')}.`,
      )
  }
  const { events, posts, garbage, unlisted, problems } = await checkBucket(bucket)
  console.log(`${BUCKET}: ${events} events, ${posts} posts.`)
  for (const problem of problems) console.log(`- ${problem}`)
  for (const post of unlisted)
    console.log(`- The post ${post} is complete, but is missing from the journal, so readers cannot find it.`)
  if (garbage.length > 0) {
    console.log(`${garbage.length} objects do not belong to any post, for example ${garbage[0]}.`)
    if (values.sweep) await collectGarbage(bucket, garbage)
    console.log(
      values.sweep
        ? 'These objects were deleted.'
        : 'To delete them, run "npm run doctor -- --sweep" while no posts are being published.',
    )
  }
  const hasProblem = problems.length + unlisted.length > 0
  if (!hasProblem && garbage.length === 0) console.log('The bucket is complete.')
  return hasProblem
}

async function checkAllSources(environment: Environment): Promise<boolean> {
  const sources = await readSourceList(environment)
  const [http, reader] = [openHttp(environment), createFeedReader()]
  const bad = await checkSources({ sources, http, reader, now: () => new Date(), report: console.log })
  await Promise.all([http.close(), reader.close()])
  console.log(
    bad === 0 ? `All ${sources.length} sources are fine.` : `${bad} of ${sources.length} sources need attention.`,
  )
  return bad > 0
}

async function tryWriter(environment: Environment): Promise<boolean> {
  const model = await firstWriter(environment)
  const problem = await whyNoWriter(environment)
  if (problem !== null) throw new Error(problem)
  const { $schema: _, ...schema } = z.toJSONSchema(greeting, { target: 'draft-7' })
  const { text, output, finishReason } = await model.ask({
    instructions: 'Answer in JSON.',
    prompt: 'Greet the readers of a blog in one sentence.',
    schema,
    schemaName: 'greeting',
    maxOutputTokens: 8_000,
    temperature: 0,
    idempotencyKey: 'doctor',
  })
  const begin = JSON.stringify(text.slice(0, 200))
  if (finishReason === 'length')
    throw new Error(
      `The response from ${model.name} was truncated because it was too long. It begins with ${begin}. Reduce the model's reasoning, or increase the server's context window.`,
    )
  if (!greeting.safeParse(output).success)
    throw new Error(
      `The response from ${model.name} ${output === null ? 'is not JSON' : 'does not match the requested JSON schema'}. It begins with ${begin}. Drafts like this would be rejected as unreadable. Use a model or server that supports structured output (see docs/writers.md).`,
    )
  console.log(`${model.name} responded: ${text}`)
  return false
}

async function prune({ BUCKET, DESK, S3 }: Environment, keep: string): Promise<boolean> {
  const isTrial = values['dry-run'] ?? false
  const { data: days, error } = keptDays.safeParse(keep)
  if (error) throw new Error(error.issues.map(({ message }) => `--prune ${message}, but is "${keep}".`).join('\n'))
  if (days === null) {
    console.log('The desk keeps everything, because --prune is off.')
    return false
  }
  const desk = openBucket(DESK, S3)
  const archive = await openArchive({ bucket: openBucket(BUCKET, S3), pollEvery: 0, onError: printError })
  const before = Temporal.Now.plainDateISO('UTC').subtract({ days }).toString()
  let hasFailed = false
  const onError = (error: unknown) => {
    hasFailed = true
    printError(error)
  }
  const options = { desk, archive, before, onError }
  const keys = isTrial ? await expiredKeys(options) : await pruneDesk(options)
  console.log(
    `${DESK}: ${keys.length} objects from editions before ${before} ${isTrial ? 'would be' : 'were'} deleted.`,
  )
  if (!isTrial) return hasFailed
  let bytes = 0
  for (const key of keys) bytes += (await desk.get(key))?.body.length ?? 0
  console.log(`This would free ${(bytes / 1_000_000).toFixed(1)} MB.`)
  return hasFailed
}
