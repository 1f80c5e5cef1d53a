import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkBucket } from '#archive/check.ts'
import { directoryBucket } from '#bucket/directory.ts'

// Runs the commands in docs/operating.md.

const commands = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
)
const command = (words: string) => commands.find((text) => text.includes(words)) ?? `false # ${words} is missing`

test('a backup made during publishing has every post of its journal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [here, there] = [join(folder, 'here'), join(folder, 'there')]
  for (const place of [join(here, 'data/desk'), there]) mkdirSync(place, { recursive: true })
  const args = ['tests/fixtures/publish-until-killed.ts', `file:${join(here, 'data/bucket')}`, 'technology']
  const publisher = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void publisher.kill('SIGKILL'))
  let output = ''
  publisher.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  publisher.stdin.write('\n')
  const published = () => output.match(/^done /gm)?.length ?? 0
  await expect.poll(published, { timeout: 20_000 }).toBeGreaterThan(25)
  const before = published()
  execFileSync('sh', ['-ec', command('tar -czf')], { cwd: here, stdio: 'pipe' })
  await expect.poll(published).toBeGreaterThan(before)
  publisher.kill('SIGKILL')
  await once(publisher, 'exit')

  execFileSync('sh', ['-ec', `cp ../here/stet-backup.tgz . && ${command('tar -xzf')}`], { cwd: there, stdio: 'pipe' })
  const { events, problems } = await checkBucket(directoryBucket(join(there, 'data/bucket')))
  expect(problems).toEqual([])
  expect(events).toBeGreaterThanOrEqual(before)
})

test('no document has a dead link, and the picture of the home page is small', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'editorial/README.md'])
  expect(documents.length).toBeGreaterThan(15)
  const dead = documents.flatMap((document) => {
    const links = [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#|\/post\/)([^)#\s]+)/g)].map(
      ([, link = '']) => link,
    )
    return links.filter((link) => !existsSync(join(dirname(document), link))).map((link) => `${document}: ${link}`)
  })
  expect(dead).toEqual([])
  expect(statSync('docs/home.webp').size).toBeLessThan(150_000)
})
