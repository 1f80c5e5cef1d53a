import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// `npm test` runs the projects unit and browser. `npm run test:long` sets LONG=1 and runs all the others.

// Tests that run only in `npm run test:long`, because they take minutes.
const LONG = [
  'tests/full-disk.test.ts',
  'tests/large-archive.test.ts',
  'tests/mutation.test.ts',
  'tests/newsroom-editions.test.ts',
  'tests/newsroom-kill.test.ts',
  'tests/operating.test.ts',
  'tests/trial-drafts.test.ts',
  'tests/trial.test.ts',
  'tests/weak-judge.test.ts',
  'src/archive/search/worker-indexer.test.ts',
  'src/newsroom/publishing/starter-code.test.ts',
  'src/newsroom/review/revalidate.test.ts',
  'src/newsroom/sources/feed/reader.test.ts',
]

// Tests that run in full only if LONG=1. In `npm test` they run with less data, or without their slowest tests.
const SCALED = [
  'src/archive/kill.test.ts',
  'src/covers/cover.test.ts',
  'src/newsroom/edition/fill-slot.test.ts',
  'src/newsroom/edition/schedule.test.ts',
  'src/newsroom/publishing/illustrate.test.ts',
  'src/newsroom/review/mark-sentences.test.ts',
  'src/newsroom/sources/collect.test.ts',
  'tests/newsroom.test.ts',
]

// Browser tests that run only in `npm run test:long`.
const LONG_BROWSER = [
  'tests/e2e/caches.test.ts',
  'tests/e2e/desk.test.ts',
  'tests/e2e/desk-page.test.ts',
  'tests/e2e/edition.test.ts',
  'tests/e2e/endurance.test.ts',
  'tests/e2e/every-page.test.ts',
  'tests/e2e/safety.test.ts',
  'tests/e2e/offline.test.ts',
  'tests/e2e/operating/*.test.ts',
]

// Tests that also run against a real S3 store (`tests/fixtures/rgw.ts`).
const STORE = [
  'src/bucket/contract.test.ts',
  'src/bucket/s3.test.ts',
  'src/archive/copy.test.ts',
  'src/archive/journal.test.ts',
  'src/archive/kill.test.ts',
  'src/newsroom/edition/lease.test.ts',
  'tests/newsroom-kill.test.ts',
  'tests/several-servers.test.ts',
]

// These tests take minutes, and most of them use only one core. They run first, so that none runs alone at the end.
const SLOWEST = /\/(?:newsroom-(?:kill|editions)|several-servers|archive\/kill)\.test\.ts$/

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(SLOWEST.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => isSlow(other) - isSlow(one))
  }
}

const setupFiles = ['tests/fixtures/seed.ts']

// `expect.poll` waits one second by default, which is too short for a process that starts on a busy machine.
const poll = { timeout: 15_000 }

// Use the packages' ordinary builds. The development builds of micromark, which vitest prefers, check every token.
const ssr = { resolve: { conditions: ['node'] } }

// Test files in one worker share its modules. Page and browser tests also share the site with the first edition, and
// browser tests share the browser.
const unit = { setupFiles, isolate: false, testTimeout: 30_000, expect: { poll } }
const browser = {
  setupFiles,
  globalSetup: 'tests/e2e/setup.ts',
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll },
}

export default defineConfig({
  test: {
    // Browser tests wait for the browser half of the time, so two cores need three workers. A fourth one takes a quarter
    // more CPU time, because all work on more pages at once.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    env: {
      SEED: process.env.SEED ?? String(randomInt(2 ** 31)),
      // Many tests start the same programs as processes. The cache avoids compiling them each time.
      NODE_COMPILE_CACHE: join(tmpdir(), 'stet-compiled'),
    },
    projects: [
      {
        ssr,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
          exclude: [...LONG, 'tests/several-servers.test.ts'],
          ...unit,
        },
      },
      {
        ssr,
        test: {
          name: 'browser',
          include: ['tests/pages/*.test.ts', 'tests/e2e/**/*.test.ts'],
          exclude: LONG_BROWSER,
          ...browser,
        },
      },
      {
        ssr,
        test: { name: 'long', include: [...LONG, ...SCALED], setupFiles, testTimeout: 120_000, expect: { poll } },
      },
      {
        ssr,
        test: {
          name: 'long-store',
          include: STORE,
          globalSetup: 'tests/fixtures/gateway-setup.ts',
          setupFiles: [...setupFiles, 'tests/fixtures/needs-gateway.ts'],
          testTimeout: 600_000,
          // The first file builds the site.
          hookTimeout: 120_000,
          expect: { poll },
        },
      },
      { ssr, test: { name: 'long-browser', include: LONG_BROWSER, ...browser } },
    ],
  },
})
