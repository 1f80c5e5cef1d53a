import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrotliModule, findProgram } from './programs.ts'
import { freePort, startServer, type Server } from './server.ts'
import { ask, type Saved } from './save.ts'

/** Starts nginx over saved responses: from disk, compressed beforehand, with the same headers, one worker. */
export async function startNginx(options: { folder: string; saved: Saved[]; core?: number | null }): Promise<Server> {
  const { folder, saved, core = null } = options
  const nginx = findProgram('nginx')
  const port = await freePort()
  const home = join(folder, `nginx-${port}`)
  await mkdir(home, { recursive: true })
  const file = join(home, 'nginx.conf')
  await writeFile(
    file,
    nginxConfiguration({ home, port, folder: join(folder, 'saved'), saved, module: findBrotliModule() }),
  )
  const server = await startServer({
    ...{ name: 'nginx', command: nginx, args: ['-p', home, '-c', file, '-e', 'stderr'] },
    ...{ url: `http://127.0.0.1:${port}`, core },
  })
  try {
    for (const one of saved) await checkSame(server.url, { one, folder: join(folder, 'saved') })
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

// A reference that answers something else than stet would be none.
async function checkSame(url: string, { one, folder }: { one: Saved; folder: string }): Promise<void> {
  const { status, headers, body } = await ask(url + one.path, 'br')
  const coded = headers['content-encoding'] === 'br'
  const file = join(folder, one.file)
  const [expected, hasCoded] = await readFile(`${file}.br`).then(
    (bytes) => [bytes, true] as const,
    async () => [await readFile(file), false] as const,
  )
  const { 'content-type': type } = headers
  const same = body.equals(expected) && coded === hasCoded && type === one.contentType
  const kept = Object.entries(one.headers).every(([name, value]) => headers[name] === value)
  if (status !== 200 || !same || !kept)
    throw new Error(`nginx answers ${one.path} with status ${status}, ${type}, ${body.length} bytes, unlike stet did.`)
}

// What asks with a query is looked up by the whole address; the rest are addresses of one file each.
function nginxConfiguration(options: {
  home: string
  port: number
  folder: string
  saved: Saved[]
  module: string
}): string {
  const { home, port, folder, saved, module } = options
  const plain = saved.filter(({ path }) => !path.includes('?'))
  const asked = saved.filter(({ path }) => path.includes('?'))
  const calls = Map.groupBy(asked, ({ path }) => path.split('?')[0] ?? '')
  const types = new Map(saved.map(({ file, contentType }) => [file.split('.')[1] ?? '', contentType]))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `load_module ${module};
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${home}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65;
  keepalive_requests 100000000;
  open_file_cache max=10000 inactive=10m;
  open_file_cache_valid 10m;
  brotli_static on;
  gzip_static on;
  server_tokens off;
  types {
${[...types].map(([ending, type]) => `    ${quoted(type)} ${ending};`).join('\n')}
  }
  map_hash_bucket_size 512;
  map_hash_max_size 8192;
${temporary.map((name) => `  ${name}_temp_path ${home}/${name};`).join('\n')}
  map $request_uri $answer {
    default /none;
${asked.map(({ path, file }) => `    ${quoted(path)} /${file};`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    root ${folder};
${plain.map(({ path, file, headers }) => `    location = ${quoted(path)} { try_files /${file} =404; ${headerLines(headers)} }`).join('\n')}
${[...calls].map(([path, [first]]) => `    location = ${quoted(path)} { try_files $answer =404; ${headerLines(first?.headers ?? {})} }`).join('\n')}
    location / { return 404; }
  }
}
`
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`)
    .join(' ')
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
