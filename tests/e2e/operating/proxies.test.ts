import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startSite } from '../site.ts'
import { findProgram, missing } from './programs.ts'

// Runs nginx and Caddy with the configuration in deploy/ in front of two servers that share a bucket.

const NGINX = findProgram({ path: '/usr/sbin/nginx', debian: 'nginx' })
const CADDY = findProgram({ path: '/usr/bin/caddy', debian: 'caddy' })
const OPENSSL = findProgram({ path: '/usr/bin/openssl', debian: 'openssl' })

type Answer = { status: number; headers: Record<string, string>; body: Buffer }

test('nginx caches responses per encoding, and shows stale ones while no server responds', async ({ skip }) => {
  if (NGINX === null || OPENSSL === null) return skip(missing('nginx or openssl'))
  const { folder, sites, ports } = await prepare(OPENSSL)
  const site = filled(readFileSync('deploy/nginx.conf', 'utf8'), {
    'listen 80;': `listen 127.0.0.1:${ports.plain};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${ports.tls} ssl http2;`,
    'server-1:3000': new URL(sites[0].url).host.replace('localhost', '127.0.0.1'),
    'server-2:3000': new URL(sites[1].url).host.replace('localhost', '127.0.0.1'),
    '/etc/nginx/certificates': folder,
    '/var/cache/nginx/stet': join(folder, 'cache'),
  })
  writeFileSync(join(folder, 'site.conf'), site)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
     http { access_log off; ${places.join(' ')} include ${folder}/site.conf; }`,
  )
  await start(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], ports.tls)
  const ask = (path: string, options: RequestOptions = {}) => askOver(ports.tls, path, options)

  const first = await ask('/', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect([first.status, first.headers['x-cache'], first.headers['content-encoding']]).toEqual([200, 'MISS', 'br'])
  expect(first.headers['strict-transport-security']).toMatch(/^max-age=/)
  expect(brotliDecompressSync(first.body).toString()).toContain('</html>')
  // A different Accept-Encoding header that also prefers Brotli gets the cached copy.
  await expect
    .poll(async () => (await ask('/', { headers: { 'accept-encoding': 'br;q=1.0, gzip' } })).headers['x-cache'])
    .toBe('HIT')
  const plain = await ask('/')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body.toString()).toContain('</html>')
  const etag = first.headers.etag ?? ''
  expect(etag).not.toBe('')
  const same = await ask('/', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
  expect([same.status, same.body.length]).toEqual([304, 0])
  const head = await ask('/', { method: 'HEAD' })
  expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, etag])
  const unknown = await ask('/no/such/page')
  expect([unknown.status, unknown.body.toString().includes('</html>')]).toEqual([404, true])
  // Responses with no-store or must-revalidate are not cached.
  for (const path of ['/healthz', '/list-categories'])
    expect([(await ask(path)).headers['x-cache'], (await ask(path)).headers['x-cache']]).toEqual(['MISS', 'MISS'])
  const plainUrl = `http://127.0.0.1:${ports.plain}/category/technology?a=1`
  const redirect = await fetch(plainUrl, { redirect: 'manual' })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    308,
    'https://127.0.0.1/category/technology?a=1',
  ])

  await sites[0].close()
  for (let turn = 0; turn < 4; turn += 1) expect((await ask(`/rss.xml?${turn}`)).status).toBe(200)
  await sites[1].close()
  await expect.poll(async () => (await ask('/')).headers['x-cache']).toBe('STALE')
  const stale = await ask('/', { headers: { 'accept-encoding': 'br' } })
  expect([stale.status, stale.headers.etag]).toEqual([200, etag])
  expect((await ask('/about')).status).toBeGreaterThanOrEqual(502)
})

test('Caddy passes compressed responses through, and uses the other server if one has stopped', async ({ skip }) => {
  if (CADDY === null || OPENSSL === null) return skip(missing('caddy or openssl'))
  const { folder, sites, ports } = await prepare(OPENSSL)
  const config = filled(readFileSync('deploy/Caddyfile', 'utf8'), {
    'blog.example.org {': `https://127.0.0.1:${ports.tls} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
    '127.0.0.1:3000': new URL(sites[0].url).host,
    '127.0.0.1:3001': new URL(sites[1].url).host,
  })
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${config}`,
  )
  await start(CADDY, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], ports.tls)
  const ask = (path: string, options: RequestOptions = {}) => askOver(ports.tls, path, options)

  const first = await ask('/', { headers: { 'accept-encoding': 'br' } })
  expect([first.status, first.headers['content-encoding']]).toEqual([200, 'br'])
  expect(first.headers['strict-transport-security']).toMatch(/^max-age=/)
  expect(brotliDecompressSync(first.body).toString()).toContain('</html>')
  const same = await ask('/', { headers: { 'accept-encoding': 'br', 'if-none-match': first.headers.etag } })
  expect([same.status, same.body.length]).toEqual([304, 0])
  const head = await ask('/', { method: 'HEAD' })
  expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, first.headers.etag])
  await sites[0].close()
  for (let turn = 0; turn < 4; turn += 1) expect((await ask('/')).status).toBe(200)
  await sites[1].close()
})

async function prepare(openssl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'stet-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const key = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${folder}/privkey.pem`
  const certificate = `-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -days 2 -out ${folder}/fullchain.pem`
  execFileSync(openssl, `req -x509 ${key} ${certificate}`.split(' '), { stdio: 'ignore' })
  const settings = { BUCKET: `file:${inject('firstEdition')}` }
  const sites = [await startSite(settings), await startSite(settings)] as const
  return { folder, sites, ports: { plain: await freePort(), tls: await freePort() } }
}

// Replaces values in an example configuration. Fails if one of the values is missing from the example.
function filled(text: string, places: Record<string, string>): string {
  for (const [place, here] of Object.entries(places)) {
    expect(text).toContain(place)
    text = text.replaceAll(place, here)
  }
  return text
}

async function start(program: string, args: string[], port: number): Promise<void> {
  const child = spawn(resolve(program), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: tmpdir() },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  await expect
    .poll(() =>
      askOver(port, '/healthz', {}).then(
        ({ status }) => status,
        () => (child.exitCode === null ? 'not yet' : said),
      ),
    )
    .toBe(200)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  await new Promise((done) => server.close(done))
  return port
}

async function askOver(port: number, path: string, options: RequestOptions): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false, ...options }).end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (response === undefined) throw new Error(`Port ${port} did not respond.`)
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  return { status: response.statusCode ?? 0, headers, body: await buffer(response) }
}
