import { basename } from 'node:path'
import type { HubFile } from '#newsroom/local/hub.ts'

/**
 * A model that this machine can run: `name` is what it is called in settings and on record, `memory` what it needs, in
 * bytes, with a context of 16,384 tokens where it writes.
 */
export type KnownModel = { name: string; files: HubFile[]; licence: string; memory: number }

const GIBIBYTE = 2 ** 30

// Sizes and digests are those that several published projects pin for the same revision; nobody here has seen the files.
/** The writers that are known by name; the first is the one that is installed unless another is named. */
export const WRITERS = [
  {
    name: 'qwen3-4b-instruct-2507',
    files: [
      {
        repository: 'unsloth/Qwen3-4B-Instruct-2507-GGUF',
        revision: 'a06e946bb6b655725eafa393f4a9745d460374c9',
        file: 'Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
        size: 2_497_281_120,
        sha256: '3605803b982cb64aead44f6c1b2ae36e3acdb41d8e46c8a94c6533bc4c67e597',
      },
    ],
    licence: 'Apache-2.0',
    memory: 6 * GIBIBYTE,
  },
  {
    name: 'qwen3-1.7b',
    files: [
      {
        repository: 'unsloth/Qwen3-1.7B-GGUF',
        revision: 'd7f544eead698dbd1f15126ef60b45a1e1933222',
        file: 'Qwen3-1.7B-Q4_K_M.gguf',
        size: 1_107_409_472,
        sha256: 'b139949c5bd74937ad8ed8c8cf3d9ffb1e99c866c823204dc42c0d91fa181897',
      },
    ],
    licence: 'Apache-2.0',
    memory: 4 * GIBIBYTE,
  },
] as const satisfies KnownModel[]

/** A model as it was named: files of a hub, of a known model or not, or a file that lies on this machine already. */
export type NamedModel = { name: string; known: KnownModel | null } & ({ files: HubFile[] } | { path: string })

const ADDRESS = /^hf:([\w.-]+\/[\w.-]+)\/([^@]+\.\w+)(?:@([\w./-]+))?$/

/**
 * What a setting names: a known model (`qwen3-1.7b`), a file of a hub (`hf:owner/repository/file.gguf`, with `@revision` or
 * without), or a path. `sha256` is what an operator pins, or null. Throws the sentence that says what can be named.
 */
export function namedModel(
  given: string,
  options: { known: readonly KnownModel[]; sha256: string | null },
): NamedModel {
  const { known, sha256 } = options
  const model = known.find(({ name }) => name === given)
  if (model !== undefined) {
    const files = sha256 === null ? model.files : model.files.map((file) => ({ ...file, size: null, sha256 }))
    return { name: model.name, known: model, files }
  }
  const [, repository, file, revision = 'main'] = ADDRESS.exec(given) ?? []
  if (repository !== undefined && file !== undefined && !file.split('/').some((part) => part === '' || part === '..'))
    return { name: `${repository}/${file}`, known: null, files: [{ repository, revision, file, size: null, sha256 }] }
  // What is on record of a post names a file, and no folder of this machine.
  if (/[/\\]|\.gguf$/.test(given) && !given.startsWith('hf:'))
    return { name: basename(given), known: null, path: given }
  const names = known.map(({ name }) => name).join(', ')
  throw new Error(
    `There is no model "${given}": name one of ${names}, an address such as hf:owner/repository/file.gguf, or the path of a file.`,
  )
}
