import { parseArgs } from 'node:util'
import { examine, reindex, sweep } from '#archive/examine.ts'
import { openBucket } from '#bucket/open.ts'
import { readEnvironment } from './env.ts'

// `npm run doctor`: says whether the bucket and its journal agree. `-- --sweep` deletes what belongs to no post,
// `-- --reindex` writes the journal of a bucket that has none. Exit status 1 when a reader would miss something.

try {
  const { values } = parseArgs({ options: { sweep: { type: 'boolean' }, reindex: { type: 'boolean' } } })
  const { BUCKET } = readEnvironment(process.env)
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
  process.exitCode = problems.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
