import * as z from 'zod'
import { openArchive } from '#archive/archive.ts'
import { setZone } from '#blog/date.ts'
import { openBucket } from '#bucket/open.ts'
import { runEdition, type Order } from '#newsroom/run-edition.ts'
import { createProgress } from '#newsroom/edition/progress.ts'
import { exitStatus, newestReport, reportLines } from '#newsroom/edition/report.ts'
import { silentSources } from '#newsroom/sources/collect.ts'
import { pruneDesk } from '#newsroom/edition/retention.ts'
import { messageOf, readCommandLine } from './command-line.ts'
import { readCategoryList, readZone } from './editorial.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { makeFolder } from './folder.ts'
import { openNewsroom } from './newsroom.ts'
import { editionNotices, notifierOf } from './notify.ts'
import { EDITION_OPTIONS } from './start-edition.ts'

// The process that produces an edition. `daily.ts` describes its arguments, and `start-edition.ts` explains why it is a
// separate process.

const progress = createProgress({ stream: process.stdout, now: () => new Date() })
let notify: ReturnType<typeof notifierOf> = async () => {}
let newsroom: Awaited<ReturnType<typeof openNewsroom>> | null = null
try {
  const environment = readEnvironment(process.env)
  setZone(readZone())
  notify = notifierOf(environment, console.error)
  const order = await readOrder(environment)
  await makeFolder('BUCKET', environment.BUCKET)
  const bucket = openBucket(environment.BUCKET, environment.S3)
  const onError = (error: unknown) => progress(`Note: ${messageOf(error)}`)
  const archive = await openArchive({ bucket, pollEvery: 0, onError })
  await makeFolder('DESK', environment.DESK)
  newsroom = await openNewsroom({ environment, bucket, archive, progress, onError })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  // Stop if the parent process has ended. The next run completes the edition.
  process.once('disconnect', stop)
  process.channel?.unref()
  const before = await newestReport(newsroom.storage.desk).catch((error) => (onError(error), null))
  const edition = await runEdition(newsroom, order)
  for (const line of reportLines(edition)) console.log(line)
  if (!order.dryRun) {
    const { sources, storage } = newsroom
    // If one of these steps fails, the edition does not fail.
    const days = environment.DESK_KEEP
    if (days !== null) {
      const firstDay = Temporal.Now.plainDateISO('UTC').subtract({ days }).toString()
      await pruneDesk({ ...storage, before: firstDay, onError }).catch(onError)
    }
    const silent = await silentSources(storage.desk, { sources, now: new Date() }).catch(
      (error) => (onError(error), []),
    )
    await Promise.all(editionNotices(edition, before, silent).map(notify))
  }
  process.exitCode = exitStatus(edition)
} catch (error) {
  console.error(messageOf(error))
  await notify({ event: 'edition-failed', text: messageOf(error) })
  process.exitCode = 1
} finally {
  await newsroom?.close()
}
// Exit explicitly, because model requests left open by a failed edition would keep the process alive.
process.exit()

// Exits immediately, which is safe because all model responses received so far are stored.
function stop(): void {
  console.log('Stopped. Run the same command again to continue.')
  process.exit(130)
}

async function readOrder({ EDITION_ZONE }: Environment): Promise<Order> {
  const { values } = readCommandLine({ usage: '', options: EDITION_OPTIONS })
  const known = (await readCategoryList()).map(({ id }) => id)
  // Use the same default day as the schedule so that the command does not produce a second edition.
  const today = Temporal.Now.plainDateISO(EDITION_ZONE)
  const tomorrow = today.add({ days: 1 }).toString()
  const order = z.object({
    date: z.iso
      .date('must be a date such as 2026-11-21')
      .refine((date) => date <= tomorrow, {
        error: ({ input }) => `must not be after tomorrow (${tomorrow}), but is "${String(input)}"`,
      })
      .default(today.toString()),
    category: z.array(z.enum(known, `must be one of ${known.join(', ')}`)).optional(),
    limit: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').optional(),
  })
  const { success, data, error } = order.safeParse(values)
  if (!success) throw new Error(error.issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join('\n'))
  return { date: data.date, categories: data.category, limit: data.limit, dryRun: values['dry-run'] ?? false }
}
