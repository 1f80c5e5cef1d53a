import { defineConfig } from 'vitest/config'

// Whole editions, with all that can go wrong in them: minutes each.
const EDITIONS = ['tests/newsroom-kill.test.ts', 'tests/newsroom.test.ts', 'tests/corruption.test.ts']

export default defineConfig({
  test: {
    // More than two cores: every other test waits for a page, a timer or a process that was killed.
    maxWorkers: 3,
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
