import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { TestDatabase, TestDatabases } from './databases.ts'
import { atEnd, withEnd } from './lifetime.ts'
import { patienceMs } from './patience.ts'
import { saveRows } from './saved-rows.ts'
import type { TestApp } from './setup.ts'

/**
 * A server as it was made, over and over again: to make one takes longer than most tests. After a test
 * the rows are put back, and what the server knows of callers is forgotten. One that may remember more
 * than that is never lent again.
 */
interface LentApp<T extends TestApp = TestApp> {
  readonly app: T
  /** Whether it is as it was. */
  putBack(): Promise<boolean>
  end(): Promise<void>
}

/** Those that no test uses at the moment, by their kind. */
const spare = new Map<string, LentApp[]>()
const maxSpare = 2
/** Deleted rows take room in PostgreSQL, and large tables get other plans than new ones. */
const maxUses = 100

type Make<T extends TestApp> = (open: TestDatabases['open']) => Promise<T>

export async function lendApp(kind: string, open: TestDatabases['open'], make: Make<TestApp>) {
  const lent = spare.get(kind)?.pop() ?? (await makeLent(open, make))
  atEnd(async () => {
    const others = spare.get(kind) ?? []
    spare.set(kind, others)
    const isClean = await lent.putBack().catch(() => false)
    if (isClean && others.length < maxSpare) others.push(lent)
    else await lent.end()
  })
  return lent.app
}

/** `isSettled`: whether all background work has ended, and left nothing behind. */
export async function makeLent<T extends TestApp>(
  open: TestDatabases['open'],
  make: Make<T>,
  isSettled: (app: T) => Promise<boolean> = async () => true,
): Promise<LentApp<T>> {
  const { thing, end } = await withEnd(async () => {
    let database: TestDatabase | undefined
    const app = await make(async () => {
      // On a busy machine a connection takes seconds, and that is not what these tests are about.
      database = await open({ patienceMs })
      return database
    })
    if (database === undefined) throw new Error('A server that opened no database')
    return { app, restore: await saveRows(database) }
  })
  const { app, restore } = thing
  const { deps, http, clock, forgetLog } = app
  const madeAt = clock.now()
  const requests = countRequests(http)
  let uses = 0
  let isClosed = false
  http.addHook('onClose', async () => {
    isClosed = true
  })
  const route = () => {
    throw new Error('Routes stay: a test that adds one needs a server of its own, makeOwnApp')
  }
  return {
    app: { ...app, route },
    end,
    async putBack() {
      uses += 1
      const isAsMade =
        uses < maxUses &&
        requests.open() === 0 &&
        requests.streams() === 0 &&
        !http.server.listening &&
        !isClosed &&
        clock.now() === madeAt &&
        deps.log.level === 'trace'
      if (!isAsMade || !(await isSettled(app))) return false
      if ((await hasFiles(deps.config.data.dir)) || (await hasWork(deps.db))) return false
      await restore()
      deps.bus.changeAccess({})
      clock.slept.length = 0
      forgetLog()
      return true
    },
  }
}

/** A request without an answer yet, or whose answer continues, belongs to the test that sent it. */
function countRequests(http: TestApp['http']) {
  let [open, streams] = [0, 0]
  const inject = http.inject.bind(http) as (options: object) => Promise<unknown>
  const counted = async (options: object) => {
    open += 1
    if ('payloadAsStream' in options && options.payloadAsStream) streams += 1
    try {
      return await inject(options)
    } finally {
      open -= 1
    }
  }
  http.inject = counted as unknown as typeof http.inject
  return { open: () => open, streams: () => streams }
}

export const hasFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).some((entry) => entry.isFile())

/** The platform's background work. */
async function hasWork(db: TestApp['deps']['db']): Promise<boolean> {
  const { rows } = await sql<{ work: number }>`select
    (select count(*) from webhook_deliveries where next_attempt_at is not null) +
    (select count(*) from actions where next_poll_at is not null) +
    (select count(*) from observable_jobs where next_poll_at is not null) as work`.execute(db)
  return Number(rows[0]?.work) > 0
}
