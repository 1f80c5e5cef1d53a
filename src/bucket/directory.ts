import { randomUUID } from 'node:crypto'
import { link, mkdir, opendir, readdir, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { etagOf, PreconditionFailed, Unsupported } from '#bucket/bucket.ts'
import { codeOf, explain, isMissing, syncFolders, writeFileDurably } from '#bucket/file-system.ts'
import { checkKey, contentTypeOf, keyProblem, pageSize, TEMPORARY_FOLDER } from '#bucket/key.ts'
import { watchFolder } from '#bucket/watch-folder.ts'
import type { Bucket } from '#bucket/bucket.ts'

// How long an unfinished file may lie before it counts as left behind by a crash, in milliseconds.
const SWEEP_AGE = 3_600_000

// How often a put makes its folder anew when deletes beside it keep taking it away as empty.
const FOLDER_ATTEMPTS = 100

/**
 * A bucket in a folder, one file per object, safe for any number of processes on one machine; what a put has acknowledged
 * survives a power cut. What a folder cannot do: the content type is read off the key's extension and no cache control
 * is kept; no key may continue another (`a` and `a/b`: Unsupported); on a file system that ignores case, keys that differ
 * by case alone are one. Symbolic links inside the folder are never followed; the folder itself may be one.
 */
export function directoryBucket(root: string, options: { now?: () => number } = {}): Bucket {
  const { now = Date.now } = options
  const folder = resolve(root)
  let home: string | null = null
  let preparation: Promise<void> | null = null

  // The folder with its own links resolved. Reading makes no folder: this throws ENOENT while there is none.
  async function realHome(): Promise<string> {
    home ??= await realpath(folder)
    return home
  }

  // Once, before the first write; a failure is tried anew by the next one.
  function prepare(): Promise<void> {
    preparation ??= makeHome().catch((error: unknown) => {
      preparation = null
      throw error
    })
    return preparation
  }

  async function makeHome(): Promise<void> {
    const first = await mkdir(join(folder, TEMPORARY_FOLDER), { recursive: true })
    if (first !== undefined) await syncFolders(folder, dirname(first))
    await sweep(join(folder, TEMPORARY_FOLDER), now() - SWEEP_AGE)
  }

  async function write(key: string, body: Uint8Array, createOnly: boolean): Promise<void> {
    await prepare()
    const top = await realHome()
    const temporary = join(top, TEMPORARY_FOLDER, randomUUID())
    try {
      await writeFileDurably(temporary, body)
      await moveIntoPlace({ top, temporary, file: join(top, key), createOnly })
    } finally {
      // What cannot be removed now is swept later.
      await rm(temporary, { force: true }).catch(() => {})
    }
  }

  async function read(key: string): Promise<Uint8Array | null> {
    try {
      const file = join(await realHome(), key)
      await refuseLinks(file)
      return await readFile(file)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function remove(key: string): Promise<void> {
    try {
      const top = await realHome()
      const file = join(top, key)
      await refuseLinks(dirname(file))
      await rm(file)
      await syncFolders(await removeEmptyFolders(dirname(file), top))
    } catch (error) {
      // EISDIR in Node's own words: rm without `recursive` met a folder, which is no object.
      if (!isMissing(error) && codeOf(error) !== 'ERR_FS_EISDIR') throw error
    }
  }

  async function* keys(prefix: string, after = ''): AsyncGenerator<string> {
    try {
      yield* keysBelow({ root: folder, prefix, after })
    } catch (error) {
      throw explain({ doing: `list ${prefix}`, root: folder }, error)
    }
  }

  async function explained<T>(doing: string, step: () => Promise<T>): Promise<T> {
    return step().catch((error: unknown) => {
      throw explain({ doing, root: folder }, error)
    })
  }

  return {
    keys,
    async get(key) {
      if (keyProblem(key) !== null) return null
      const body = await explained(`read ${key}`, () => read(key))
      return body && { body, etag: etagOf(body), contentType: contentTypeOf(key), cacheControl: null }
    },
    async put(key, body, { ifNoneMatch }) {
      checkKey(key)
      await explained(`store ${key}`, () => write(key, body, ifNoneMatch === '*'))
      return { etag: etagOf(body) }
    },
    async delete(key) {
      checkKey(key)
      await explained(`delete ${key}`, () => remove(key))
    },
    async list({ prefix, after, limit }) {
      const size = pageSize(limit)
      const page: string[] = []
      for await (const key of keys(prefix, after)) {
        if (page.length === size) return { keys: page, next: page.at(-1) ?? null }
        page.push(key)
      }
      return { keys: page, next: null }
    },
    watch: (prefix, onChange) => watchFolder(join(folder, prefix), onChange),
  }
}

async function moveIntoPlace(options: {
  top: string
  temporary: string
  file: string
  createOnly: boolean
}): Promise<void> {
  const { top, temporary, file, createOnly } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      await refuseLinksAbove(file, top)
      await mkdir(dirname(file), { recursive: true })
      if (createOnly) await linkNew(temporary, file)
      else await rename(temporary, file)
      break
    } catch (error) {
      // mkdir answers ENOTDIR when a folder that it has just found vanishes before it looks at it.
      if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error)) || attempt === FOLDER_ATTEMPTS) throw error
    }
  }
  // All the way up: a folder that another process has just made need not be on the disk yet.
  await syncFolders(dirname(file), top)
}

// link() is the one call that gives a finished file a name only when the name is free.
async function linkNew(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'EEXIST' && !(await stat(file).catch(() => null))?.isDirectory()) {
      throw new PreconditionFailed(`The file ${file} is there already.`, { cause })
    }
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) {
      throw new Unsupported(
        `The file system of ${file} has no hard links, which creating a file safely needs: put the bucket on another one.`,
        { cause },
      )
    }
    throw cause
  }
}

// The folder that is left over is the one to sync. A put beside it that finds its folder gone makes it anew.
async function removeEmptyFolders(folder: string, top: string): Promise<string> {
  for (let current = folder; current !== top; current = dirname(current)) {
    try {
      await rmdir(current)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue
      return current
    }
  }
  return top
}

// Throws ENOENT when there is no such file.
async function refuseLinks(path: string): Promise<void> {
  if ((await realpath(path)) === path) return
  throw new Unsupported(`${path} is or leads over a symbolic link, and a bucket follows none: put the files there.`)
}

async function refuseLinksAbove(file: string, top: string): Promise<void> {
  for (let current = dirname(file); current !== top; current = dirname(current)) {
    try {
      return await refuseLinks(current)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}

async function sweep(folder: string, olderThan: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found !== null && found.mtimeMs < olderThan) await rm(file, { force: true }).catch(() => {})
  }
}

type Place = { root: string; prefix: string; after: string }

// The keys of the files in a folder and below it, in code-unit order, read folder by folder as they are asked for.
async function* keysBelow(place: Place, folder = ''): AsyncGenerator<string> {
  for (const path of await pathsIn(place, folder)) {
    if (path.endsWith('/')) yield* keysBelow(place, path)
    else yield path
  }
}

// Entries that are read at once: few enough for little memory, and enough to be as fast as all.
const ENTRIES_AT_ONCE = 1_000

// The files and folders that are asked for, sorted. A folder has its slash, as in its keys: `a-b` comes before `a/b`. Links
// are no objects. A hundred thousand names are never held for the few of them that are wanted.
async function pathsIn({ root, prefix, after }: Place, folder: string): Promise<string[]> {
  const paths: string[] = []
  try {
    for await (const entry of await opendir(join(root, folder), { bufferSize: ENTRIES_AT_ONCE })) {
      const path = folder + entry.name + (entry.isDirectory() ? '/' : '')
      const isWanted = entry.isDirectory()
        ? (path.startsWith(prefix) || prefix.startsWith(path)) && (path > after || after.startsWith(path))
        : entry.isFile() && path.startsWith(prefix) && path > after
      if (isWanted && keyProblem(folder + entry.name) === null) paths.push(path)
    }
  } catch (error) {
    // A folder may go while it is listed, and a bucket that nobody wrote to has none.
    if (!isMissing(error)) throw error
  }
  return paths.sort()
}
