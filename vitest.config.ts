import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two at a time: end-to-end tests share the machine with the browsers that they drive.
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'tests/*.test.ts'], testTimeout: 30_000 } },
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
