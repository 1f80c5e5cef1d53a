import { readFile } from 'node:fs/promises'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import { setZone } from '#blog/date.ts'
import { openBucket } from '#bucket/open.ts'
import { OPTIONS, readCommand, runCommand, USAGE } from '#desk/command.ts'
import { openDesk, type Announce, type ReadRecords } from '#desk/desk.ts'
import { discard, editText } from '#desk/edit.ts'
import { oversightLog } from '#desk/log.ts'
import { startSession } from '#desk/session.ts'
import { itemLines } from '#desk/show-item.ts'
import { readPendingPosts, type PendingSlot } from '#newsroom/publishing/pending-post.ts'
import { messageOf, readCommandLine, runProgram } from '#wiring/command-line.ts'
import { readZone } from '#wiring/editorial.ts'
import { readEnvironment, type Environment } from '#wiring/environment.ts'

// `npm run review`: the desk, where a person keeps, corrects or retracts posts. It works directly on the bucket, and is not
// reachable over the network.

const { values, positionals } = readCommandLine({ usage: USAGE, options: OPTIONS, allowPositionals: true })
await runProgram(async () => {
  const command = readCommand(positionals, values)
  const environment = readEnvironment(process.env)
  setZone(readZone())
  const { API_HOST, BUCKET, DESK, S3 } = environment
  if (API_HOST !== undefined)
    throw new Error('API_HOST is set. Review the posts of another backend on the machine where it runs.')
  if (BUCKET === 'memory:')
    throw new Error('BUCKET is memory:, which only one process can read. Set it to a folder or an S3 store.')
  const [bucket, newsroomDesk] = [openBucket(BUCKET, S3), openBucket(DESK, S3)]
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0, onError: () => {} })
  const desk = openDesk({
    bucket,
    journal,
    archive,
    readRecords,
    announce: await announcer(environment),
    revalidate: async (options) => (await import('#newsroom/review/revalidate.ts')).revalidate(options),
    now: () => new Date(),
  })

  if (command === null) {
    const { stdin, stdout } = process
    if (!stdin.isTTY || !stdout.isTTY) throw new Error(`The desk needs a terminal. For scripts:\n\n${USAGE}`)
    const { VISUAL, EDITOR } = process.env
    await startSession({
      desk,
      by: values.by ?? null,
      terminal: { input: stdin, output: stdout },
      edit: (given) => editText({ ...given, environment: { VISUAL, EDITOR } }),
      discard,
    })
  } else
    await runCommand(command, {
      desk,
      log: async () => oversightLog(await journal.readAfter(0), new Date()),
      show: (item) => itemLines(item, { columns: process.stdout.columns || 100, colour: process.stdout.isTTY }),
      readFile: (path) => readFile(path, 'utf8'),
      print: (line) => console.log(line),
    })

  // Loads the newsroom only if there is a site to announce.
  async function announcer(given: Environment): Promise<Announce> {
    if (given.SITE_URL === undefined) return null
    const { announcerOf } = await import('#wiring/newsroom.ts')
    return announcerOf(given, (error) => console.error(messageOf(error)))
  }

  async function readRecords(): ReturnType<ReadRecords> {
    const unreadable: string[] = []
    const onError = (error: unknown) => void unreadable.push(messageOf(error))
    const slots = await readPendingPosts(newsroomDesk, '', { archive, onError })
    const records = slots.map((slot) => ({
      post: { ...slot.pending.post, markdown: slot.pending.markdown },
      findings: slot.pending.warnings,
      dateOf: (url: string) => referenceOf(slot, url)?.date ?? null,
      textOf: async (url: string) => {
        const reference = referenceOf(slot, url)
        const stored = reference === undefined ? null : await newsroomDesk.get(`texts/${reference.hash}.txt`)
        return stored === null ? null : Buffer.from(stored.body).toString()
      },
      publish: async (post: PostToPublish) => {
        // Only publishing needs the code that draws pictures.
        const { publishPending } = await import('#newsroom/publishing/publish-pending.ts')
        return await publishPending({ bucket, desk: newsroomDesk, journal, archive, slot, post })
      },
    }))
    return { records, unreadable }
  }

  function referenceOf({ pending }: PendingSlot, url: string) {
    return pending.references.find((reference) => reference.url === url)
  }
})
