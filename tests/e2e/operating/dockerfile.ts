import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

/** An image as a folder: where its `/` is here, what it is started with, and as whom. */
export type Image = { root: string; env: Record<string, string>; user: number; entrypoint: string[]; command: string[] }

/**
 * Does what a Dockerfile of ours says, in a folder and with this machine's npm instead of a base image: the instructions
 * that it uses, and no others. Throws with the first one that fails or is none of them.
 */
export function buildImage(options: { dockerfile: string; folder: string }): Image {
  const { dockerfile, folder } = options
  const image: Image = { root: '', env: {}, user: 0, entrypoint: [], command: [] }
  let workdir = '/'
  for (const [name = '', words = ''] of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    const values = words.startsWith('[') ? texts(JSON.parse(words)) : words.split(/\s+/)
    if (name === 'FROM') image.root = join(folder, values[2] ?? 'image')
    else if (name === 'WORKDIR') mkdirSync(join(image.root, (workdir = words)), { recursive: true })
    else if (name === 'COPY') copy(values)
    else if (name === 'RUN')
      execFileSync('sh', ['-ec', words], { cwd: join(image.root, workdir), stdio: 'pipe', env: machine() })
    else if (name === 'ENV')
      for (const value of values) image.env[value.split('=', 1)[0] ?? ''] = value.slice(value.indexOf('=') + 1)
    else if (name === 'USER') image.user = Number(words.split(':')[0])
    else if (name === 'ENTRYPOINT') image.entrypoint = values
    else if (name === 'CMD') image.command = values
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK'].includes(name))
      throw new Error(`${name} is not known here.`)
  }
  return image

  function copy(values: string[]): void {
    const stage = values.find((value) => value.startsWith('--from='))?.slice('--from='.length)
    const places = values.filter((value) => !value.startsWith('--'))
    const target = join(image.root, places.at(-1)?.startsWith('/') ? '' : workdir, places.at(-1) ?? '')
    for (const place of places.slice(0, -1)) {
      const from = stage === undefined ? place : join(folder, stage, place)
      const files = stage === undefined ? contextFiles().filter((file) => place === '.' || file === place) : [null]
      if (files.length === 0) throw new Error(`COPY ${place}: there is no such file in the context.`)
      for (const file of files) {
        const to = join(target, file ?? (places.at(-1)?.endsWith('/') ? place.slice(place.lastIndexOf('/')) : ''))
        mkdirSync(dirname(to), { recursive: true })
        cpSync(file ?? from, to, { recursive: true, verbatimSymlinks: true })
      }
    }
  }
}

/** The files that a builder is sent: those of the checkout without what `.dockerignore` names. */
export function contextFiles(): string[] {
  const ignored = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  return listed
    .trim()
    .split('\n')
    .filter((file) => !ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`)))
}

function instructionsOf(text: string): string[][] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  return lines.flatMap((line) => {
    const [, name, words] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    return name === undefined || words === undefined ? [] : [[name, words.trim()]]
  })
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : []
}

// What a stage has of this machine: its programs, and none of our own.
function machine(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH: PATH.split(':')
      .filter((place) => !place.includes('node_modules'))
      .join(':'),
    HOME,
  }
}
