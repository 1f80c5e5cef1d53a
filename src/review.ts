import { readFile } from 'node:fs/promises'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { openBucket } from '#bucket/open.ts'
import { readCommand, runCommand, USAGE } from '#desk/command.ts'
import { openDesk, type Announce, type Dossier } from '#desk/desk.ts'
import { discard, editText } from '#desk/edit.ts'
import { review } from '#desk/interactive.ts'
import { oversightLog } from '#desk/log.ts'
import { caseLines } from '#desk/show-case.ts'
import { finishedSince, type FinishedSlot } from '#newsroom/edition/finished.ts'
import { readEnvironment, type Environment } from './env.ts'

// `npm run review`: the desk, where a person keeps, corrects or retracts posts. It works on the bucket itself; there is no
// way to any of it over the network.

try {
  const command = readCommand(process.argv.slice(2))
  const environment = readEnvironment(process.env)
  const { API_HOST, BUCKET, DESK } = environment
  if (API_HOST !== undefined)
    throw new Error('API_HOST is set: the posts of another backend are reviewed where it runs.')
  if (BUCKET === 'memory:') throw new Error('BUCKET is memory:, which nobody else can see: set it to a folder.')
  const [bucket, newsroomDesk] = [openBucket(BUCKET), openBucket(DESK)]
  const journal = openJournal({ bucket })
  const archive = await openArchive({ bucket, pollEvery: 0, onError: () => {} })
  const desk = openDesk({
    ...{ bucket, journal, archive, now: () => new Date() },
    dossiers,
    announce: await announcer(environment),
    recheck: async (options) => (await import('#newsroom/recheck.ts')).recheck(options),
  })

  if (command.name === null) {
    const { stdin, stdout } = process
    if (!stdin.isTTY || !stdout.isTTY) throw new Error(`The desk needs a terminal. For scripts:\n\n${USAGE}`)
    const { VISUAL, EDITOR, PATH } = process.env
    await review({
      ...{ desk, by: command.by, terminal: { input: stdin, output: stdout }, discard },
      edit: (given) => editText({ ...given, environment: { VISUAL, EDITOR, PATH } }),
    })
  } else
    process.exitCode = await runCommand(command, {
      ...{ desk, readFile: (path) => readFile(path, 'utf8'), print: (line) => console.log(line) },
      log: async () => oversightLog(await journal.readAfter(0), new Date()),
      show: (subject) => caseLines(subject, { columns: process.stdout.columns || 100, colour: process.stdout.isTTY }),
    })

  // Most have nobody to tell, and then need nothing of the newsroom's.
  async function announcer(given: Environment): Promise<Announce> {
    if (given.SITE_URL === undefined) return null
    const { announcerOf } = await import('./open-newsroom.ts')
    return announcerOf(given, (error) => console.error(error instanceof Error ? error.message : error))
  }

  async function dossiers(): Promise<Dossier[]> {
    const slots = await finishedSince(newsroomDesk, '')
    return slots.map((slot) => ({
      post: { ...slot.done.post, markdown: slot.done.markdown },
      complaints: slot.done.warnings,
      dateOf: (url) => referenceOf(slot, url)?.date ?? null,
      textOf: async (url) => {
        const reference = referenceOf(slot, url)
        const stored = reference === undefined ? null : await newsroomDesk.get(`texts/${reference.hash}.txt`)
        return stored === null ? null : Buffer.from(stored.body).toString()
      },
      release: async (post) => {
        // Only a publication draws pictures, and needs what draws them.
        const { releasePost } = await import('#newsroom/release.ts')
        return await releasePost({ bucket, desk: newsroomDesk, journal, archive, slot, post })
      },
    }))
  }

  function referenceOf({ done }: FinishedSlot, url: string) {
    return done.references.find((reference) => reference.url === url)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
