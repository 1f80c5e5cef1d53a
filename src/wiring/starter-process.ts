import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { isS3, openBucket } from '#bucket/open.ts'
import { publishStarter } from '#newsroom/publishing/starter.ts'
import { readS3Access } from './s3-access.ts'
import { STARTER_FOLDER } from './starter.ts'

// The process that publishes the first edition into the bucket of its one argument: see `starter.ts`.

// Whoever started it is gone: what is left to do is left to the next start.
process.once('disconnect', () => process.exit(130))
process.channel?.unref()
try {
  const [, , address = ''] = process.argv
  const bucket = openBucket(address, isS3(address) ? readS3Access(process.env) : null)
  const archive = await openArchive({ bucket, pollEvery: 0, onError: (error) => console.error(error) })
  await publishStarter({ bucket, archive, journal: openJournal({ bucket }), folder: STARTER_FOLDER })
  archive.close()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
