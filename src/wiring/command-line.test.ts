import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { directoryBucket } from '#bucket/directory.ts'
import { openBlog } from '../../tests/fixtures/blog.ts'

const logEntry = z.object({ msg: z.string() })

// Runs each command in a separate process, as an operator does.

test.each([
  ['start', []],
  ['daily', ['--dry-run', '--date', '--category', '--limit']],
  ['dev', []],
  ['review', ['--by', '--note', '--reason', '--file', '--anyway', '--json', '--port']],
  ['doctor', ['--sweep', '--reindex', '--prune', '--dry-run', '--sources', '--writer']],
  ['trial', ['--date', '--category', '--wait', '--model', '--posts']],
])('npm run %s prints its usage after an unknown option', async (command, options) => {
  const { status, error } = await run(command, ['--no-such-option'])
  expect(status).toBe(1)
  expect(error).toMatch(new RegExp(`npm (?:run )?(?:newsroom:)?${command}\\b[\\s\\S]*Exit status: 0`))
  for (const option of [...options, '--env-file', '--help', '--version']) expect(error).toContain(option)
  expect(error).toContain("Unknown option '--no-such-option'")
})

test('--help prints the usage, and --version prints the version', async () => {
  const [help, version] = await Promise.all([run('daily', ['--help']), run('daily', ['--version'])])
  expect(help).toMatchObject({ status: 0, output: expect.stringContaining('Exit status: 0') })
  expect(version).toMatchObject({ status: 0, output: expect.stringMatching(/^stet \d+\.\d+\.\d+\n$/) })
})

test('reads settings from --env-file, but environment variables take precedence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-settings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'settings')
  await writeFile(file, '# A comment\nBUCKET=file:/from/the/file\nPORT=nowhere\n')
  const own = { BUCKET: `file:${join(folder, 'none')}` }
  const { status, error } = await run('start', ['--env-file', file], own)
  expect([status, error]).toEqual([1, expect.stringContaining('PORT must be a port number')])
  expect(await run('doctor', ['--env-file', file], { PORT: '1', ...own })).toMatchObject({
    output: expect.stringContaining(`${own.BUCKET}: 0 events`),
  })
  const missing = await run('doctor', ['--env-file', join(folder, 'missing')])
  expect(missing.status).toBeGreaterThan(0)
  expect(missing.error).toContain(join(folder, 'missing'))
})

test('npm start logs the error as JSON lines and exits with status 1 if it cannot start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  // This folder contains no built site.
  const unbuilt = join(folder, 'unbuilt')
  await mkdir(unbuilt)
  await symlink(resolve('editorial'), join(unbuilt, 'editorial'))
  const cases: [RegExp, Record<string, string>, string?][] = [
    [/PORT must be a port number/, { API_HOST: 'http://127.0.0.1:9', PORT: 'x' }],
    [/BUCKET is file:\/dev\/null\/bucket/, { BUCKET: 'file:/dev/null/bucket' }],
    // These fail after the bucket is open and its search thread is running. The first one also fails after the metrics
    // server has started.
    [/Port \d+ is in use\. Stop the process that uses it/, { PORT: port, METRICS_PORT: '0' }],
    [/Port \d+ is in use\..* set METRICS_PORT to another port/, { METRICS_PORT: port }],
    [/dist\/server/, {}, unbuilt],
  ]
  // Wait for all processes, so that none is still running after the test.
  const ends = await Promise.all(
    cases.map(([, given, cwd], index) => {
      const settings = { BUCKET: `file:${join(folder, String(index))}`, STARTER: 'off', PORT: '0', ...given }
      return run('start', [], { MISSPELT_SETTING: 'x', ...settings }, { cwd, timeout: 20_000 })
    }),
  )
  for (const [index, { status, error }] of ends.entries()) {
    const lines = error.trim().split('\n')
    const messages = lines.map((line) => logEntry.parse(JSON.parse(line)).msg)
    expect([status, messages.join('\n')]).toEqual([1, expect.stringMatching(cases[index]?.[0] ?? /never/)])
  }
})

test('the build fails with a clear message if the path of its folder contains "#"', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-#-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const options = { cwd: folder, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/build.ts')], options)
  expect([status, stderr]).toEqual([1, expect.stringMatching(/contains "#" or "\?".*Rename the folder/)])
})

test('npm run doctor -- --prune deletes old data from the desk, and with --dry-run only reports it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-prune-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const desk = directoryBucket(join(folder, 'desk'))
  const old = 'notebook/2020-01-01/calls/answer.json'
  await desk.put(old, Buffer.alloc(2_000_000), { contentType: 'application/json' })
  const settings = { BUCKET: `file:${join(folder, 'bucket')}`, DESK: `file:${join(folder, 'desk')}` }
  const prune = (...args: string[]) => run('doctor', ['--prune', ...args], settings)
  const trial = await prune('31d', '--dry-run')
  expect(trial.output).toMatch(/1 objects .* would be deleted[\s\S]*free 2\.0 MB/)
  expect(await desk.get(old)).not.toBeNull()
  expect((await prune('31d')).output).toMatch(/1 objects .* were deleted/)
  expect(await desk.get(old)).toBeNull()
})

test('npm run doctor -- --copy fails if its source is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // A target with a journal must not hide the reason.
  const { publish } = await openBlog(directoryBucket(join(folder, 'target')))
  await publish('a')
  const source = `file:${join(folder, 'missing')}`
  const { status, output, error } = await run('doctor', ['--copy', source, `file:${join(folder, 'target')}`])
  expect([status, output]).toEqual([1, ''])
  expect(error).toContain(`Nothing was copied, because ${source} does not exist or is empty.`)
  expect(await readdir(folder)).toEqual(['target'])
})

test('the error message for a missing source list contains the setting to correct', async () => {
  const { status, error } = await run('doctor', ['--sources'], { SOURCES: 'no/such.json' })
  expect(status).toBe(1)
  expect(error).toMatch(/^no\/such\.json cannot be read as JSON: ENOENT.* Its path is in the setting SOURCES\./)
})

test('npm run daily with WRITER=ollama but no model recommends an installed model', async () => {
  const url = await startServer({ models: [{ name: 'qwen3:14b', details: { parameter_size: '14.8B' } }] })
  const settings = { BUCKET: 'memory:', DESK: 'memory:', WRITER: 'ollama', WRITER_URL: url }
  const { status, error } = await run('daily', [], settings)
  expect([status, error]).toEqual([1, expect.stringContaining('WRITER_MODEL=qwen3:14b')])
})

test.each([
  ['Good morning, readers!', 1, /is not JSON\..* begins with "Good morning, readers!".*rejected as unreadable/],
  ['{"greeting":"Good morning!"}', 1, /does not match the requested JSON schema.*rejected as unreadable/],
  ['{"text":"Good morning!"}', 0, /^$/],
])('npm run doctor -- --writer checks the response %s and exits with status %i', async (content, status, message) => {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  const url = await startServer({ choices })
  const settings = { WRITER: 'compatible', WRITER_MODEL: 'm', WRITER_URL: url }
  const result = await run('doctor', ['--writer'], settings)
  expect(result).toMatchObject({ status, error: expect.stringMatching(message) })
  expect(result.output).toBe(status === 0 ? `compatible/m responded: ${content}\n` : '')
})

test.each([
  ['start', []],
  ['daily', []],
  ['review', ['list']],
])('npm run %s refuses a bucket that has lost its journal, and does not change it', async (command, args) => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-lost-journal-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bucket = directoryBucket(join(folder, 'bucket'))
  const { publish } = await openBlog(bucket)
  for (const id of ['a', 'b']) await publish(id)
  await rm(join(folder, 'bucket/journal'), { recursive: true })
  const before = await readdir(folder, { recursive: true })
  const writer = { WRITER: 'compatible', WRITER_MODEL: 'm', WRITER_URL: 'http://127.0.0.1:9/' }
  const environment = {
    BUCKET: `file:${join(folder, 'bucket')}`,
    DESK: `file:${join(folder, 'desk')}`,
    PORT: '0',
    ...writer,
  }
  const { status, error } = await run(command, args, environment)
  expect(status).toBe(1)
  expect(error).toContain('2 posts and no journal')
  expect(error).toContain('npm run doctor -- --reindex')
  expect(await readdir(folder, { recursive: true })).toEqual(before)
})

// Starts a server that returns the same JSON for every request, and resolves to its URL.
async function startServer(body: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

async function run(
  command: string,
  args: string[],
  environment: Record<string, string> = {},
  options: { cwd?: string | undefined; timeout?: number } = {},
) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment }
  const program = resolve(`src/commands/${command}.ts`)
  return await new Promise<{ status: unknown; output: string; error: string }>((done) => {
    execFile(process.execPath, [program, ...args], { env, ...options }, (failure, output, error) =>
      done({ status: failure === null ? 0 : failure.code, output, error }),
    )
  })
}
