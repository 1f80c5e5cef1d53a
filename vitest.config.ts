import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Hundreds of kills, every mutation, whole corpora. `npm test` runs a part of each; LONG=1, all of it and nothing else.
const LONG = [
  'tests/newsroom-kill.test.ts',
  'tests/newsroom-outage.test.ts',
  'tests/newsroom-shortages.test.ts',
  'src/archive/kill.test.ts',
  'tests/mutation.test.ts',
  'tests/trial-drafts.test.ts',
  'src/newsroom/checks/revalidate.test.ts',
  'src/newsroom/publishing/illustrate.test.ts',
]

// What runs over a real S3 store, where one can be started (`tests/fixtures/rgw.ts`).
const LONG_STORE = [
  'src/bucket/contract.test.ts',
  'src/bucket/s3.test.ts',
  'src/archive/copy.test.ts',
  'src/archive/journal.test.ts',
  'src/archive/kill.test.ts',
  'src/newsroom/edition/lease.test.ts',
  'tests/newsroom-kill.test.ts',
  'tests/several-servers.test.ts',
]

// What starts many processes, asks a server for thousands of things or goes through every way to fail, in a browser.
const LONG_E2E = [
  'tests/e2e/deploy.test.ts',
  'tests/e2e/desk.test.ts',
  'tests/e2e/edition.test.ts',
  'tests/e2e/endurance.test.ts',
  'tests/e2e/every-page.test.ts',
  'tests/e2e/failures.test.ts',
  'tests/e2e/first-styles.test.ts',
  'tests/e2e/home-sections.test.ts',
  'tests/e2e/navigation-row.test.ts',
  'tests/e2e/offline.test.ts',
  'tests/e2e/safety.test.ts',
  // The files of deploy/ in the programs that read them.
  'tests/e2e/operating/*.test.ts',
  'tests/e2e/reading.test.ts',
  'tests/e2e/scroll-height.test.ts',
  'tests/e2e/back-button.test.ts',
]

// Whole editions: what takes long is not left for the end, when nothing runs beside it.
const EDITIONS = ['tests/newsroom.test.ts']

const seed = process.env.SEED ?? String(randomInt(2 ** 31))
const setupFiles = ['tests/fixtures/seed.ts']

const e2e = {
  globalSetup: 'tests/e2e/setup.ts',
  // The files of a worker share its browser, its modules and the site over the first edition.
  isolate: false,
  // A busy machine may take its time over what is waited for.
  testTimeout: 120_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
  // Chromium itself loses an event now and then; what fails twice is wrong.
  retry: 1,
}

export default defineConfig({
  test: {
    // End-to-end tests wait for a browser half of the time: three at a time keep two cores busy.
    maxWorkers: 3,
    env: {
      SEED: seed,
      // Processes that tests start over and over compile their programs once.
      NODE_COMPILE_CACHE: join(tmpdir(), 'stet-compiled'),
    },
    projects:
      process.env.LONG === '1'
        ? [
            { test: { name: 'long', include: LONG, setupFiles, testTimeout: 120_000 } },
            {
              test: {
                name: 'long-store',
                include: LONG_STORE,
                globalSetup: 'tests/fixtures/gateway-setup.ts',
                setupFiles: [...setupFiles, 'tests/fixtures/needs-gateway.ts'],
                testTimeout: 600_000,
              },
            },
            {
              test: {
                name: 'long-judge',
                include: ['tests/judge/*.test.ts'],
                globalSetup: 'tests/fixtures/onnx-setup.ts',
                setupFiles: [...setupFiles, 'tests/fixtures/needs-onnx.ts'],
                testTimeout: 300_000,
              },
            },
            {
              test: {
                name: 'long-writer',
                include: ['tests/writer/*.test.ts'],
                globalSetup: 'tests/fixtures/llama-setup.ts',
                setupFiles: [...setupFiles, 'tests/fixtures/needs-llama.ts'],
                // A model that writes has the processor to itself.
                fileParallelism: false,
                testTimeout: 600_000,
              },
            },
            { test: { name: 'long-e2e', include: LONG_E2E, ...e2e } },
          ]
        : [
            // Projects begin in the order of their names.
            { test: { name: 'editions', include: EDITIONS, setupFiles, testTimeout: 30_000 } },
            {
              test: {
                name: 'unit',
                include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/fixtures/**/*.test.ts'],
                exclude: [
                  ...EDITIONS,
                  'tests/mutation.test.ts',
                  'tests/newsroom-kill.test.ts',
                  'tests/newsroom-outage.test.ts',
                  'tests/newsroom-shortages.test.ts',
                  'tests/several-servers.test.ts',
                  'tests/trial-drafts.test.ts',
                  'src/newsroom/checks/revalidate.test.ts',
                ],
                setupFiles,
                // Nothing of a file outlives it but the modules that it read.
                isolate: false,
                testTimeout: 30_000,
              },
            },
            { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], exclude: LONG_E2E, ...e2e } },
          ],
  },
})
