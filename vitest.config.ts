import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,analyzers,web,journeys}/**/*.test.ts'],
    globalSetup: ['server/test/postgres.ts', 'journeys/setup.ts'],
    // PostgreSQL takes a few seconds to start on a cold disk; a hanging test is still ended.
    testTimeout: 20_000,
    // All cores: most tests wait for a database or a program, not for the processor.
    maxWorkers: '100%',
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
