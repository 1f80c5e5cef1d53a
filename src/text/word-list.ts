import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The build keeps such an address right in a bundle.
const FOLDER = fileURLToPath(new URL('../../editorial/words', import.meta.url))

/** The words of `editorial/words/{name}.txt`, parted by blanks; a line that begins with `#` is a comment. */
export function readWords(name: string): Set<string> {
  const text = readFileSync(join(FOLDER, `${name}.txt`), 'utf8').replaceAll(/^#.*$/gm, '')
  return new Set(text.split(/\s+/).filter(Boolean))
}
