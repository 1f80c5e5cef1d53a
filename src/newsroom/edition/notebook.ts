import * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { keepRecord, readRecord, sha256 } from '#newsroom/records.ts'

/** What an edition has done so far: the result of each step under the hash of its input. */
export type Notebook = {
  /** The result that was kept for this step and input; else makes it, and keeps it. Of two that race, the first stands. */
  keep<T>(step: string, input: unknown, schema: z.ZodType<T>, make: () => Promise<T>): Promise<T>
}

/** The notebook of an edition, under `notebook/{date}/{step}/` in the desk. */
export function openNotebook({ desk, date }: { desk: Bucket; date: string }): Notebook {
  return {
    keep: async (step, input, schema, make) => {
      const key = `notebook/${date}/${step}/${sha256(JSON.stringify(input))}.json`
      const kept = await readRecord(desk, key, schema)
      return kept ?? (await keepRecord(desk, key, schema, await make()))
    },
  }
}
