import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The build rewrites this URL in a bundle.
const FOLDER = fileURLToPath(new URL('../../editorial/words', import.meta.url))

/** Reads the words of `editorial/words/{name}.txt`. A line that starts with `#` is a comment. */
export function readWords(name: string): Set<string> {
  const text = readFileSync(join(FOLDER, `${name}.txt`), 'utf8').replaceAll(/^#.*$/gm, '')
  return new Set(text.split(/\s+/).filter(Boolean))
}
