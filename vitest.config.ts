import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { breakGuard } from './scripts/guard-plugin.ts'
import { LongestFirst } from './scripts/test-order.ts'
import { measureSlowness } from './scripts/test-slowness.ts'
import {
  globs,
  journeys,
  largeUnitTests,
  onSystemPostgres,
  serverTests,
  smokeJourneys,
  unitTests,
  withPrograms,
} from './scripts/test-tiers.ts'

// Threads and programs of tests read back what an earlier one compiled; a thread from sources starts in half the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/assay/compiled')
process.env.ASSAY_TEST_SLOWNESS ??= measureSlowness().toFixed(1)
const slowness = Number(process.env.ASSAY_TEST_SLOWNESS)
const isSmall = process.env.TEST_TIER === 'small'

// Files of one project share their workers and what these have loaded: to load the server again for
// each file would take longer than its tests. So no test may leave anything behind in a module.
const shared = {
  isolate: process.env.BREAK_GUARD_SEEN !== undefined,
  setupFiles: ['scripts/property-seed.ts'],
  runner: 'scripts/test-runner.ts',
  restoreMocks: true,
  unstubEnvs: true,
  // As `patienceMs` of `server/test/patience.ts`: costs nothing where all is well.
  expect: { poll: { timeout: 60_000 * slowness } },
  // A hanging test is ended; one that is slow because the machine is busy is not.
  testTimeout: 180_000 * slowness,
  hookTimeout: 180_000 * slowness,
}

const server = { ...shared, globalSetup: ['server/test/postgres.ts'] }

const unit = {
  ...shared,
  name: 'unit',
  include: unitTests,
  exclude: [...configDefaults.exclude, ...(isSmall ? largeUnitTests : [])],
}
const inProcess = {
  ...server,
  name: 'server',
  include: [serverTests],
  exclude: globs(isSmall ? withPrograms : [...withPrograms, ...onSystemPostgres]),
}
const storage = { ...server, name: 'storage', include: globs(onSystemPostgres) }
const programs = { ...server, name: 'programs', include: globs(withPrograms) }
const inBrowser = {
  ...shared,
  name: 'journeys',
  include: [isSmall ? smokeJourneys : journeys],
  globalSetup: ['journeys/setup.ts'],
}

/** See scripts/guard-runs.ts. */
const { BREAK_GUARD_SEEN: seen } = process.env

export default defineConfig({
  plugins: seen ? [breakGuard(seen)] : [],
  test: {
    // More than there are cores: most tests wait for a database or a program. With four more than the
    // cores no core was idle, and the run took no less time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [unit, inProcess, ...(isSmall ? [] : [storage, programs]), inBrowser].map((test) => ({
      test,
    })),
  },
})
