import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openJournal } from '#archive/journal.ts'
import { publishPost } from '#archive/publish.ts'
import { directoryBucket } from '#bucket/directory.ts'

const logEntry = z.object({ level: z.number(), msg: z.string() })

// Every command as a person types it, in a process of its own.

test.each([
  ['start', []],
  ['daily', ['--dry-run', '--date', '--category', '--limit']],
  ['dev', []],
  ['review', ['--by', '--note', '--reason', '--file', '--anyway', '--json']],
  ['doctor', ['--sweep', '--reindex', '--prune', '--dry-run', '--sources', '--writer']],
  ['writer-install', ['--model']],
  ['trial', ['--date', '--category', '--wait', '--model']],
])('npm run %s says how it is used, and which options it has when it is given another', async (command, options) => {
  const [help, unknown] = await Promise.all([run(command, ['--help']), run(command, ['--no-such-option'])])
  expect([help.status, unknown.status]).toEqual([0, 1])
  expect(help.output).toMatch(
    new RegExp(`npm (?:run )?(?:newsroom:)?${command.replace('-', '[:-]')}\\b[\\s\\S]*Exit status: 0`),
  )
  const [sentence = ''] = unknown.error.split('\n')
  expect(sentence).toContain('There is no option --no-such-option')
  for (const option of [...options, '--env-file', '--help', '--version']) {
    expect(help.output).toContain(option)
    expect(sentence).toContain(option)
  }
})

test('a command says its version', async () => {
  expect(await run('daily', ['--version'])).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^stet \d+\.\d+\.\d+\n$/),
  })
})

test('settings come from a file, but those of the environment first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-settings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'settings')
  await writeFile(file, '# A comment\nBUCKET=file:/from/the/file\nPORT=nowhere\n')
  const own = { BUCKET: `file:${join(folder, 'none')}` }
  for (const [command, args] of [
    ['doctor', []],
    ['review', ['list']],
    ['start', []],
    ['daily', []],
  ] as const) {
    const { status, error } = await run(command, [...args, '--env-file', file], own)
    expect([command, status]).toEqual([command, 1])
    expect(error).toContain('PORT must be a port number')
  }
  expect(await run('doctor', ['--env-file', file], { PORT: '1', ...own })).toMatchObject({
    output: expect.stringContaining(`${own.BUCKET}: 0 events`),
  })
  const missing = await run('doctor', ['--env-file', join(folder, 'missing')])
  expect(missing.status).toBeGreaterThan(0)
  expect(missing.error).toContain(join(folder, 'missing'))
})

test.each([
  [{ HOST: 'no-such-host.invalid' }, 'HOST is "no-such-host.invalid"'],
  [{ BUCKET: 'file:/dev/null/bucket' }, 'BUCKET is file:/dev/null/bucket'],
  [{ DESK: 'data/desk' }, 'DESK must be the address of a bucket such as file:data/bucket; it is "data/desk"'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
  [{ API_HOST: 'http://127.0.0.1:9', PORT: 'x' }, 'PORT must be a port number'],
])(
  'npm start with %j says what is wrong in a line of its log, each a JSON object, and ends',
  async (given, sentence) => {
    const settings = { BUCKET: 'memory:', STARTER: 'off', PORT: '0', MISSPELT_SETTING: 'x', ...given }
    const { status, error } = await run('start', [], settings)
    expect(status).toBe(1)
    const entries = error
      .trim()
      .split('\n')
      .map((line) => logEntry.parse(JSON.parse(line)))
    expect(entries.map(({ msg }) => msg).join('\n')).toContain(sentence)
  },
)

test('what Node itself says of a server is in its log, too', async () => {
  const fault =
    'setTimeout(() => { process.emitWarning("Careful."); setTimeout(() => { throw new Error("Lost.") }, 200) }, 500)'
  const settings = {
    BUCKET: 'memory:',
    STARTER: 'off',
    PORT: '0',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}`,
  }
  const { status, error } = await run('start', [], settings)
  const entries = error
    .trim()
    .split('\n')
    .map((line) => logEntry.parse(JSON.parse(line)))
  expect(entries).toMatchObject([
    { level: 40, msg: 'Careful.' },
    { level: 60, msg: 'Lost.' },
  ])
  expect(status).toBe(1)
})

test('npm run doctor -- --prune says what it would free, frees it, and takes no fewer than 31 days', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-prune-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const desk = directoryBucket(join(folder, 'desk'))
  const old = 'notebook/2020-01-01/calls/answer.json'
  await desk.put(old, Buffer.alloc(2_000_000), { contentType: 'application/json' })
  const settings = { BUCKET: `file:${join(folder, 'bucket')}`, DESK: `file:${join(folder, 'desk')}` }
  const prune = (...args: string[]) => run('doctor', ['--prune', ...args], settings)
  expect((await prune('30d')).error).toContain('--prune must be "off", or the days that are kept, from 31d on')
  const trial = await prune('31d', '--dry-run')
  expect(trial.output).toMatch(/1 objects .* would be deleted[\s\S]*- 1 answers[\s\S]*free 2\.0 MB/)
  expect(await desk.get(old)).not.toBeNull()
  expect((await prune('31d')).output).toMatch(/1 objects .* are deleted/)
  expect(await desk.get(old)).toBeNull()
})

test('a list of sources that is not there is named with its setting', async () => {
  const { status, error } = await run('doctor', ['--sources'], { SOURCES: 'no/such.json' })
  expect([status, error]).toEqual([
    1,
    expect.stringMatching(/^SOURCES is no\/such\.json, which cannot be read: ENOENT/),
  ])
})

test.each([
  ['start', []],
  ['daily', []],
  ['review', ['list']],
])('npm run %s refuses a bucket that has lost its journal, and changes nothing', async (command, args) => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-lost-journal-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bucket = directoryBucket(join(folder, 'bucket'))
  const words = { title: 'T', excerpt: 'E', html: '<p>x</p>', markdown: 'x', author: 'A', tags: [], provenance: null }
  for (const id of ['a', 'b']) {
    const post = { id, category: 'technology', date: '2026-10-01T00:00:00Z', ...words }
    await publishPost({ bucket, journal: openJournal({ bucket }), post, files: [] })
  }
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

async function run(command: string, args: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
  return await new Promise<{ status: unknown; output: string; error: string }>((resolve) => {
    execFile(process.execPath, [`src/commands/${command}.ts`, ...args], { env }, (failure, output, error) =>
      resolve({ status: failure === null ? 0 : failure.code, output, error }),
    )
  })
}
