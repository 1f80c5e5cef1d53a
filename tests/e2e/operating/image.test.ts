import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstOfEach, startForTest } from '../../fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from '../../fixtures/newsroom/stories.ts'
import { buildImage, type Image } from './dockerfile.ts'

// No container engine is needed: the Dockerfile is carried out in a folder, and what it makes runs as its user, with
// everything read-only but /data and /tmp, as compose.yaml and kubernetes.yaml start it.

const MINUTES = 60_000

test(
  'the image serves the home page and makes an edition, as its user, on a read-only root',
  { timeout: 10 * MINUTES },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stet-image-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    const image = buildImage({ dockerfile: 'deploy/Dockerfile', folder })
    const temporary = join(folder, 'tmp')
    mkdirSync(temporary)
    if (process.getuid?.() === 0)
      for (const own of [join(image.root, 'data'), temporary]) chownSync(own, image.user, image.user)
    const before = readdirSync(join(image.root, 'app'), { recursive: true }).length

    const stories = firstOfEach(readTimelessStories(), 1)
    const newsroom = await startForTest({ stories })
    // Another user reads its list of sources.
    chmodSync(newsroom.folder, 0o755)
    const { BUCKET: _bucket, DESK: _desk, ...settings } = newsroom.environment
    const run = (args: string[], more: Record<string, string> = {}) =>
      start(image, { args, temporary, env: { ...settings, ...more } })

    const server = run(image.command, { HOST: '127.0.0.1', PORT: '0', NEWSROOM: 'off' })
    const address = await addressOf(server)
    const health = async () => await (await fetch(`${address}/healthz`)).json()
    const home = async () => await (await fetch(address)).text()
    expect(await home()).toContain('data-testid="hero"')
    expect(await health()).toMatchObject({ posts: 24, problem: null })

    const edition = run(['src/commands/daily.ts', '--category', 'blockchain'])
    const said = saidBy(edition)
    const [status] = await once(edition, 'close')
    expect(status, said()).toBe(0)
    const title = stories.find(({ category }) => category === 'blockchain')?.draft.title.text ?? '?'
    await expect.poll(home).toContain(title.slice(0, 20))
    expect(await health()).toMatchObject({ status: 'ok', posts: 25 })

    server.kill('SIGTERM')
    expect(await once(server, 'close')).toEqual([0, null])
    expect(readdirSync(join(image.root, 'app'), { recursive: true })).toHaveLength(before)
    expect(readdirSync(join(image.root, 'data')).toSorted()).toEqual(['bucket', 'cache', 'desk'])
    expect(readdirSync(temporary)).toEqual([])
  },
)

// With the rights to it, in a name space whose every mount is read-only but two; else as whoever runs the tests.
const CONFINE = `
  for place in "$DATA" "$TMPDIR" "$APP"; do mount --bind "$place" "$place"; done
  mount -o remount,bind,ro "$APP"
  mount -o remount,bind,ro / 2>/dev/null || true
  cd "$APP"
  if (: > "$APP/x") 2>/dev/null; then echo 'The code can be written to.' >&2; exit 99; fi
  exec setpriv --reuid "$RUN_AS" --regid "$RUN_AS" --clear-groups "$@"`

function start(
  image: Image,
  { args, temporary, env }: { args: string[]; temporary: string; env: Record<string, string> },
): ChildProcess {
  const app = join(image.root, 'app')
  const places = Object.entries(image.env).map(([name, value]) => [
    name,
    value.replaceAll(/(?<=^|:)\/(app|data)(?=\/|:|$)/g, (_, top: string) => join(image.root, top)),
  ])
  const own = { ...Object.fromEntries(places), ...env, TMPDIR: temporary, HOME: '/nonexistent' }
  const program = [...image.entrypoint, ...args]
  const isConfined = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0
  const child = isConfined
    ? spawn('unshare', ['-m', 'sh', '-ec', CONFINE, 'sh', ...program], {
        env: {
          ...own,
          PATH: `${own.PATH}:/usr/sbin:/sbin`,
          APP: app,
          DATA: join(image.root, 'data'),
          RUN_AS: String(image.user),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    : spawn(program[0] ?? '', program.slice(1), { cwd: app, env: own, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function addressOf(server: ChildProcess): Promise<string> {
  const said = saidBy(server)
  const find = () => /Stet is at (http:\S+)/.exec(said())?.[1]
  await expect
    .poll(() => find() ?? (server.exitCode === null ? undefined : said()), { timeout: 3 * MINUTES })
    .toBeTruthy()
  const address = find()
  if (address === undefined) throw new Error(`The server ended:\n${said()}`)
  return address
}

function saidBy(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()))
  return () => said
}
