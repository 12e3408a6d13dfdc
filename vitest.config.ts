import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,analyzers,web}/**/*.test.ts'],
    globalSetup: ['server/test/postgres.ts'],
    // PostgreSQL takes a few seconds to start on a cold disk; a hanging test is still ended.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
