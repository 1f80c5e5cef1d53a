import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '#bucket/directory-error.ts'
import { keyProblem } from '#bucket/key.ts'

type Place = { root: string; prefix: string; after: string }

/** The keys of the files in a folder and below it, in code-unit order, read folder by folder as they are asked for. */
export async function* keysBelow(place: Place, folder = ''): AsyncGenerator<string> {
  const { root, prefix, after } = place
  for (const path of await pathsIn(root, folder)) {
    if (path.endsWith('/')) {
      const mayHold = path.startsWith(prefix) || prefix.startsWith(path)
      const isPassed = path < after && !after.startsWith(path)
      if (mayHold && !isPassed) yield* keysBelow(place, path)
    } else if (path.startsWith(prefix) && path > after) {
      yield path
    }
  }
}

// Folders sort with their slash, as in their keys: `a-b` comes before `a/b`. Links are no objects.
async function pathsIn(root: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .filter((entry) => keyProblem(folder + entry.name) === null)
      .map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
      .sort()
  } catch (error) {
    // A folder may go while it is listed, and a bucket that nobody wrote to has none.
    if (isMissing(error)) return []
    throw error
  }
}
