import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import { setZone } from '#blog/date.ts'
import { openBucket } from '#bucket/open.ts'
import { OPTIONS, runCommand, USAGE } from '#desk/command.ts'
import { openDesk } from '#desk/desk.ts'
import { startDeskServer } from '#desk/server.ts'
import { readPostRecords } from '#newsroom/review/post-records.ts'
import { readAssets } from '#server/assets.ts'
import { printError, readCommandLine, runProgram } from '#wiring/command-line.ts'
import { readZone } from '#wiring/editorial.ts'
import { notifierOf } from '#wiring/notify.ts'
import { readEnvironment } from '#wiring/environment.ts'

// `npm run review` opens the desk, where a person keeps, corrects or retracts posts. The desk reads and writes the
// bucket directly, and only this machine can open its page.

const DEFAULT_PORT = 3100

const { values, positionals } = readCommandLine({ usage: USAGE, options: OPTIONS, allowPositionals: true })
await runProgram(async () => {
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
    readRecords: () => readPostRecords({ bucket, desk: newsroomDesk, journal, archive }),
    announce: async (posts) => (await import('#wiring/newsroom.ts')).announcerOf(environment, printError)?.(posts),
    revalidate: async (options) => (await import('#newsroom/review/revalidate.ts')).revalidate(options),
    now: () => new Date(),
    share: environment.REVIEW_SHARE,
    onRetract: (text) => notifierOf(environment, printError)({ event: 'retraction', text }),
  })

  if (positionals.length === 0) await servePage()
  else await runCommand(positionals, values, { desk, readFile: (path) => readFile(path, 'utf8'), print: console.log })

  // Serves the page until a signal ends the process.
  async function servePage(): Promise<void> {
    const port = Number(values.port ?? DEFAULT_PORT)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Error(`--port must be a port number, but is "${values.port}".`)
    const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
    const page = { html: await readFile('dist/desk/index.html', 'utf8'), files: await readAssets('dist/desk') }
    const onEnter = () => console.log(`To open the desk in another browser, use ${server.address()}`)
    const server = await startDeskServer({ desk, page, port, onEnter })
    console.log(`The desk is open until you press Ctrl+C. Open this URL, which works once:\n${server.address()}`)
    openBrowser(server.address())
    await ended
    for (const sentence of await server.close()) console.log(sentence)
  }
})

// Opens the browser if the reviewer uses this machine directly, not over SSH.
function openBrowser(address: string): void {
  const { SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = process.env
  const isMac = process.platform === 'darwin'
  if (!process.stdout.isTTY || SSH_CONNECTION || !(isMac || DISPLAY || WAYLAND_DISPLAY)) return
  const browser = spawn(isMac ? 'open' : 'xdg-open', [address], { stdio: 'ignore', detached: true })
  browser.on('error', () => {}).unref()
}
