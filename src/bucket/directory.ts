import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, opendir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { etagOf, PreconditionFailed, Unsupported } from '#bucket/bucket.ts'
import { codeOf, explain, isMissing, syncFolders } from '#bucket/file-system.ts'
import { checkKey, contentTypeOf, keyProblem, TEMPORARY_FOLDER } from '#bucket/key.ts'
import type { Bucket } from '#bucket/bucket.ts'

// Temporary files older than this were left by a crash and can be deleted.
const SWEEP_AGE_MS = 3_600_000

// Maximum number of times that a put recreates its folder after concurrent deletes have removed it.
const MAX_FOLDER_ATTEMPTS = 100

/**
 * Opens a bucket in a folder, with one file per object. Several processes on one machine can use it, and a completed
 * put survives a power failure. The content type depends on the key's extension, and the cache control is not stored.
 * `a` and `a/b` cannot both be keys (Unsupported). If the file system ignores case, keys do too. The folder can be a
 * symbolic link, but links inside it are not followed. The first put creates a missing folder. If a folder that was
 * found earlier disappears, it was moved or unmounted, so puts reject with Unavailable instead of creating it again.
 */
export function directoryBucket(root: string): Bucket {
  const folder = resolve(root)
  const scratch = join(folder, TEMPORARY_FOLDER)
  // The innermost of the two folders that is known to exist.
  let found = existsSync(scratch) ? scratch : existsSync(folder) ? folder : null
  let home: string | null = null
  let preparation: Promise<void> | null = null

  // Resolves symbolic links in the folder's path. Rejects with ENOENT if the folder does not exist.
  async function realHome(): Promise<string> {
    home ??= await realpath(folder)
    found ??= folder
    return home
  }

  // Creates missing folders before the first write. If creation fails, the next write tries again.
  function prepare(): Promise<void> {
    preparation ??= makeHome().catch((error: unknown) => {
      preparation = null
      throw error
    })
    return preparation
  }

  async function makeHome(): Promise<void> {
    const first = found === null ? await mkdir(scratch, { recursive: true }) : undefined
    if (found === folder) await makeFolders(scratch, folder)
    found = scratch
    if (first !== undefined) await syncFolders(folder, dirname(first))
    await sweep(scratch, Date.now() - SWEEP_AGE_MS)
  }

  async function write(key: string, body: Uint8Array, createOnly: boolean): Promise<void> {
    await prepare()
    const top = await realHome()
    const temporary = join(top, TEMPORARY_FOLDER, randomUUID())
    try {
      await writeFile(temporary, body, { flag: 'wx', flush: true })
      await moveIntoPlace({ top, temporary, file: join(top, key), createOnly })
    } finally {
      // If removal fails, a later sweep removes the file.
      await rm(temporary, { force: true }).catch(() => {})
    }
  }

  async function read(key: string): Promise<Uint8Array | null> {
    try {
      const top = await realHome()
      const file = join(top, key)
      await refuseLinks(file, top)
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
      await refuseLinks(dirname(file), top)
      await rm(file)
      await syncFolders(await removeEmptyFolders(dirname(file), top))
    } catch (error) {
      // Node throws ERR_FS_EISDIR if the path is a folder, which is not an object.
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
      await refuseLinks(dirname(file), top)
      await makeFolders(dirname(file), top)
      if (createOnly) await linkNew(temporary, file)
      else await rename(temporary, file)
      break
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === MAX_FOLDER_ATTEMPTS) throw error
    }
  }
  // Sync all parent folders too, because another process may have just created one of them.
  await syncFolders(dirname(file), top)
}

// Creates a folder and its missing parents below `top`, but not `top` itself. Rejects with EEXIST if one of them is a
// file.
async function makeFolders(folder: string, top: string): Promise<void> {
  if (folder === top) return
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(folder) !== top) {
      await makeFolders(dirname(folder), top)
      await makeFolders(folder, top)
    } else if (codeOf(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  }
}

// Moves a complete file to its final name if that name is free. link() checks and moves in one step.
async function linkNew(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'EEXIST' && !(await stat(file).catch(() => null))?.isDirectory()) {
      throw new PreconditionFailed(`The file ${file} already exists.`, { cause })
    }
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) {
      throw new Unsupported(
        `The file system of ${file} does not support hard links, which a bucket needs to create files safely. Move the bucket to another file system.`,
        { cause },
      )
    }
    throw cause
  }
}

// Removes a folder and its parents while they are empty. Returns the first folder that is not empty, which must be
// synced. A concurrent put can recreate a removed folder.
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

// Rejects with Unsupported if the path, or its part that exists, contains a symbolic link below `top`.
async function refuseLinks(path: string, top: string): Promise<void> {
  for (let current = path; current !== top; current = dirname(current)) {
    try {
      if ((await realpath(current)) === current) return
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue
      throw error
    }
    throw new Unsupported(
      `${current} is a symbolic link or below one. A bucket does not follow links. Move the files into the bucket.`,
    )
  }
}

async function sweep(folder: string, olderThan: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found !== null && found.mtimeMs < olderThan) await rm(file, { force: true }).catch(() => {})
  }
}

type Listing = { root: string; prefix: string; after: string }

// Iterates over the keys of all files below a folder, in code-unit order. Reads one folder at a time.
async function* keysBelow(listing: Listing, folder = ''): AsyncGenerator<string> {
  for (const path of await pathsIn(listing, folder)) {
    if (path.endsWith('/')) yield* keysBelow(listing, path)
    else yield path
  }
}

// This batch size saves memory, but is as fast as reading all entries at once.
const READ_BATCH = 1_000

// Returns the matching files and folders in a folder, sorted. Folders end with a slash, because `a-b` comes before
// `a/b`. Skips links. Filters entries while reading, because a folder can have a hundred thousand of them.
async function pathsIn({ root, prefix, after }: Listing, folder: string): Promise<string[]> {
  const paths: string[] = []
  try {
    for await (const entry of await opendir(join(root, folder), { bufferSize: READ_BATCH })) {
      const path = folder + entry.name + (entry.isDirectory() ? '/' : '')
      const isWanted = entry.isDirectory()
        ? (path.startsWith(prefix) || prefix.startsWith(path)) && (path > after || after.startsWith(path))
        : entry.isFile() && path.startsWith(prefix) && path > after
      if (isWanted && keyProblem(folder + entry.name) === null) paths.push(path)
    }
  } catch (error) {
    // Ignore a missing folder: it may have been removed during the listing, and an unused bucket does not have one yet.
    if (!isMissing(error)) throw error
  }
  return paths.sort()
}
