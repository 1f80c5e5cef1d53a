import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { checkBucket } from '#archive/check.ts'
import { publishPost } from '#archive/publish.ts'
import { directoryBucket } from '#bucket/directory.ts'
import { openBlog, postOf } from './fixtures/blog.ts'
import { startS3Store } from './fixtures/s3-store.ts'

// Runs the commands in docs/operating.md.

const commands = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(
  ([, text = '']) => text,
)
const command = (words: string) => commands.find((text) => text.includes(words)) ?? `false # ${words} is missing`

test('a backup during a publication contains all posts of its journal', async () => {
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

test('the commands for moving a blog to an S3 store and for its backup copy every post', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const blog = await openBlog(directoryBucket(join(folder, 'bucket')))
  const files = [{ name: 'thumbnail.png', body: Buffer.from('picture'), contentType: 'image/png' }]
  for (const id of ['first', 'second']) await publishPost({ ...blog, post: postOf(id), files })
  await directoryBucket(join(folder, 'desk')).put('reports/1.json', Buffer.from('{}'), {
    contentType: 'application/json',
  })
  const { endpoint, credentials, close } = await startS3Store()
  onTestFinished(close)
  // The test store has its own credentials and only one bucket. The documented commands run in the blog's folder.
  const adapted = (words: string) =>
    command(words)
      .replaceAll(/^ *(?:export AWS_.*|npm start)$/gm, '')
      .replaceAll(/file:(?:data\/)?/g, `file:${folder}/`)
      .replaceAll('s3://blog?', 's3://stet-test?')
  const env = {
    ...process.env,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL_S3: endpoint,
  }
  const sh = async (text: string) => (await promisify(execFile)('sh', ['-ec', text], { env })).stdout
  const run = (words: string) => sh(adapted(words))
  const copied = await run('doctor -- --copy file:data/bucket')
  expect(copied.match(/contains all objects of file:/g)).toHaveLength(2)
  expect(await run('export BUCKET="s3://blog')).toMatch(/2 events, 2 posts\.\nThe bucket is complete\./)
  await run('doctor -- --copy "s3://blog?prefix=public/"')
  expect(await checkBucket(directoryBucket(join(folder, 'backup/bucket')))).toMatchObject({ posts: 2, problems: [] })
  const copyNothing = `npm run doctor -- --copy "s3://stet-test?prefix=none/" "file:${folder}/nothing"`
  await expect(sh(copyNothing)).rejects.toThrow(/Nothing was copied, because s3:\/\/stet-test\?prefix=none\/ does not/)
})

test('no document has a dead link, and all images are small and used', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'editorial/README.md'])
  expect(documents.length).toBeGreaterThan(15)
  const dead = documents.flatMap((document) => {
    const links = [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|\/post\/)([^)\s]+)/g)].map(
      ([, link = '']) => link,
    )
    return links.filter((link) => !isLinkTarget(document, link)).map((link) => `${document}: ${link}`)
  })
  expect(dead).toEqual([])
  const text = documents.map((document) => readFileSync(document, 'utf8')).join('\n')
  const pictures = globSync('docs/images/*')
  expect(pictures.filter((file) => !text.includes(`images/${basename(file)})`))).toEqual([])
  expect(pictures.filter((file) => statSync(file).size > 150_000)).toEqual([])
})

// True if the linked file exists and contains the heading that the fragment refers to.
function isLinkTarget(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(file)) return false
  if (anchor === undefined) return true
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return headings.some(
    (heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-') === anchor,
  )
}
