import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { examine, reindex, sweep } from '#archive/examine.ts'
import { openBucket } from '#bucket/open.ts'
import { examineSources } from '#newsroom/examine-sources.ts'
import { createFeedReader } from '#newsroom/feed/reader.ts'
import { readSources } from '#newsroom/source.ts'
import { readEnvironment, type Environment } from './env.ts'
import { openWeb } from './open-newsroom.ts'

// `npm run doctor`: says whether the bucket and its journal agree. `-- --sweep` deletes what belongs to no post,
// `-- --reindex` writes the journal of a bucket that has none; `-- --sources` looks at the newsroom's sources instead.
// Exit status 1 when a reader, or the newsroom, would miss something.

try {
  const { values } = parseArgs({
    options: { sweep: { type: 'boolean' }, reindex: { type: 'boolean' }, sources: { type: 'boolean' } },
  })
  const environment = readEnvironment(process.env)
  const missing = values.sources ? await lookAtSources(environment) : await lookAtBucket(environment, values)
  process.exitCode = missing ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function lookAtBucket({ BUCKET }: Environment, values: { sweep?: boolean; reindex?: boolean }): Promise<boolean> {
  const bucket = openBucket(BUCKET)
  if (values.reindex) console.log(`Wrote a journal of ${await reindex(bucket)} posts.`)
  const { events, posts, orphans, problems } = await examine(bucket)
  console.log(`${BUCKET}: ${events} events, ${posts} posts.`)
  for (const problem of problems) console.log(`- ${problem}`)
  if (orphans.length > 0) {
    console.log(`${orphans.length} objects belong to no post, such as ${orphans[0]}.`)
    if (values.sweep) await sweep(bucket, orphans)
    console.log(
      values.sweep
        ? 'They are deleted.'
        : 'While nothing is being published, "npm run doctor -- --sweep" deletes them.',
    )
  }
  if (problems.length === 0 && orphans.length === 0) console.log('Everything is in its place.')
  return problems.length > 0
}

async function lookAtSources(environment: Environment): Promise<boolean> {
  const { SOURCES } = environment
  const sources = readSources(await readFile(SOURCES, 'utf8'), SOURCES)
  const [web, reader] = [openWeb(environment), createFeedReader()]
  const report = ({ sentence }: { sentence: string }) => console.log(sentence)
  const healths = await examineSources({ sources, web, parse: reader.feed, now: () => new Date(), report })
  await Promise.all([web.close(), reader.close()])
  const bad = healths.filter(({ state }) => state !== 'fine').length
  console.log(
    bad === 0 ? `All ${sources.length} sources are fine.` : `${bad} of ${sources.length} sources need a look.`,
  )
  return bad > 0
}
