import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, inject, onTestFailed } from 'vitest'
import { launch } from './browser.ts'
import { openProfiles, type Profiles } from './profiles.ts'
import { type Server, type ServerOptions, startServer } from './server.ts'
import { openVisit, type Visit } from './visit.ts'

export interface Bed {
  /** There from the first test or hook of the file on. */
  readonly server: Server
  readonly browser: Browser
  /** A fresh browser, signed in as this user, or not signed in. */
  visit(login?: string, options?: BrowserContextOptions): Promise<Visit>
}

/**
 * Shared by all files that this worker runs: it takes a second to start, and ends with the worker.
 */
let sharedBrowser: Promise<Browser> | undefined

async function browserAt(path: string): Promise<Browser> {
  const running = await sharedBrowser?.catch(() => undefined)
  if (!running?.isConnected()) sharedBrowser = launch(path)
  return sharedBrowser as Promise<Browser>
}

/** By address. One after the other, the servers of this worker have the same one. */
let sharedProfiles: { browser: Browser; byOrigin: Map<string, Profiles> } | undefined

function profilesOf(browser: Browser, origin: string): Profiles {
  if (sharedProfiles?.browser !== browser) sharedProfiles = { browser, byOrigin: new Map() }
  const { byOrigin } = sharedProfiles
  const profiles = byOrigin.get(origin) ?? openProfiles(browser, origin)
  byOrigin.set(origin, profiles)
  return profiles
}

/** One server for all journeys of a file; skipped, with the reason, without a browser. */
export function describeJourneys(
  title: string,
  options: ServerOptions,
  body: (bed: Bed) => void,
): void {
  const found = inject('browser')
  const path = 'path' in found ? found.path : undefined
  const name = 'reason' in found ? `${title} (skipped: ${found.reason})` : title
  describe.skipIf(path === undefined)(name, () => {
    let server: Server | undefined
    let browser: Browser | undefined
    const started = <T>(thing: T | undefined): T => {
      if (thing === undefined) throw new Error('Not started yet: use it in a test or a hook')
      return thing
    }
    beforeAll(async () => {
      // Each is registered as soon as it runs, so it is stopped even if the other fails.
      const starting = [
        startServer(options).then((it) => {
          server = it
        }),
        browserAt(path ?? '').then((it) => {
          browser = it
        }),
      ]
      const [first] = (await Promise.allSettled(starting)).filter((it) => it.status === 'rejected')
      if (first) throw first.reason
    })
    afterAll(() => server?.stop())
    body({
      get server() {
        return started(server)
      },
      get browser() {
        return started(browser)
      },
      visit: async (login, contextOptions) => {
        logFailure(started(server))
        const profiles = profilesOf(started(browser), started(server).origin)
        return openVisit(await profiles.open(contextOptions), started(server), login)
      },
    })
  })
}

const longestLog = 20_000

/** What the server logged during the test, which often holds the reason. */
function logFailure(server: Server): void {
  const before = server.log().length
  onTestFailed(({ task }) => {
    if (task.fails) return
    const lines = server.log().slice(before).slice(-longestLog)
    process.stderr.write(`The server during "${task.name}":\n${lines || '(logged nothing)\n'}`)
  })
}
