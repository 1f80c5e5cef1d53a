import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { setZone } from '#blog/date.ts'
import { isS3, openBucket } from '#bucket/open.ts'
import { publishStarter } from '#newsroom/publishing/starter.ts'
import { printError, runProgram } from './command-line.ts'
import { readZone } from './editorial.ts'
import { readS3Access } from './s3-access.ts'
import { STARTER_FOLDER } from './starter.ts'

// The process that publishes the first edition into the bucket at the given address. `starter.ts` starts it.

// Stop if the server has ended. When the server starts again, it completes the first edition.
process.once('disconnect', () => process.exit(130))
process.channel?.unref()
await runProgram(async () => {
  setZone(readZone())
  const [, , address = ''] = process.argv
  const bucket = openBucket(address, isS3(address) ? readS3Access(process.env) : null)
  const archive = await openArchive({ bucket, pollEvery: 0, onError: printError })
  await publishStarter({ bucket, archive, journal: openJournal({ bucket }), folder: STARTER_FOLDER })
  archive.close()
})
