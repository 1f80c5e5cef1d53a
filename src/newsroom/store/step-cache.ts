import type * as z from 'zod'
import type { Bucket } from '#bucket/bucket.ts'
import { getOrCreate, readJson, sha256 } from '#newsroom/store/json-store.ts'

/** Stores the results of the steps of an edition under the hash of their input. */
export type StepCache = {
  /** Returns the stored result for this step and input, or makes and stores it. If two processes race, the first wins. */
  memoize<T>(step: string, input: unknown, schema: z.ZodType<T>, make: () => Promise<T>): Promise<T>
}

/** The step cache of an edition, under `notebook/{date}/{step}/` in the desk. */
export function openStepCache({ desk, date }: { desk: Bucket; date: string }): StepCache {
  return {
    memoize: async (step, input, schema, make) => {
      const key = `notebook/${date}/${step}/${sha256(JSON.stringify(input))}.json`
      const cached = await readJson(desk, key, schema)
      return cached ?? (await getOrCreate(desk, key, schema, await make()))
    },
  }
}
