import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Whole editions, with all that can go wrong in them: minutes each.
const EDITIONS = ['tests/newsroom-kill.test.ts', 'tests/newsroom.test.ts', 'tests/corruption.test.ts']

export default defineConfig({
  test: {
    // Two at a time: end-to-end tests share the machine with the browsers that they drive.
    maxWorkers: 2,
    // Processes that tests start over and over compile their programs once.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'stet-compiled') },
    projects: [
      // Projects begin in the order of their names: what takes minutes is not left for the end, when nothing runs beside it.
      { test: { name: 'editions', include: EDITIONS, testTimeout: 30_000 } },
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
          exclude: EDITIONS,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A busy machine may take its time over what is waited for.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
