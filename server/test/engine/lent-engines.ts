import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../../src/engine/engine.ts'
import type { TestDatabases } from '../databases.ts'
import { hasFiles, makeLent } from '../lent-apps.ts'
import { atEnd } from '../lifetime.ts'
import type { EngineApp } from './setup.ts'

/**
 * An engine costs more to start and to stop than most tests do, and its launcher as much again. So one
 * is lent to test after test, like a server without one, as long as each leaves it idle.
 */
interface LentEngine {
  readonly kind: string
  readonly app: EngineApp
  putBack(): Promise<boolean>
  end(): Promise<void>
}

type Make = (open: TestDatabases['open']) => Promise<{ app: EngineApp; engine: Engine }>

/** Whatever their kind: idle ones poll their databases. */
const spare: LentEngine[] = []
const maxSpare = 2

export async function lendEngine(kind: string, open: TestDatabases['open'], make: Make) {
  const at = spare.findLastIndex((one) => one.kind === kind)
  const lent = spare.splice(at, at < 0 ? 0 : 1)[0] ?? (await makeIdle(kind, open, make))
  atEnd(async () => {
    if (!(await lent.putBack().catch(() => false))) return lent.end()
    spare.push(lent)
    if (spare.length > maxSpare) await spare.shift()?.end()
  })
  return lent.app
}

async function makeIdle(
  kind: string,
  open: TestDatabases['open'],
  make: Make,
): Promise<LentEngine> {
  let engine: Engine | undefined
  let before = ''
  const lent = await makeLent(
    open,
    async (from) => {
      const made = await make(from)
      engine = made.engine
      before = await contentOf(made.app)
      return made.app
    },
    async (app) => (await contentOf(app)) === before && (await isIdle(app, engine)),
  )
  return {
    kind,
    app: lent.app,
    end: lent.end,
    async putBack() {
      if (!(await lent.putBack())) return false
      // What it knew of the rows of the test.
      await engine?.beat()
      return true
    },
  }
}

/** The catalog as it is on disk: a program that is added, changed or removed belongs to its test. */
async function contentOf({ catalogue }: EngineApp): Promise<string> {
  const lines: string[] = []
  for (const folder of [catalogue.analyzers, catalogue.responders]) {
    const names = (await readdir(folder, { recursive: true })).sort()
    for (const name of names) {
      const { size, mtimeMs, mode } = await stat(join(folder, name))
      lines.push(`${name} ${size} ${mtimeMs} ${mode}`)
    }
  }
  return lines.join('\n')
}

/** After the end of a job is stored, its folder is still to be removed. */
async function isIdle(app: EngineApp, engine: Engine | undefined): Promise<boolean> {
  const { db, config } = app.deps
  // What waits is nothing to an engine that runs no jobs.
  const open = config.roles.includes('worker')
    ? (['Waiting', 'InProgress'] as const)
    : (['InProgress'] as const)
  const left = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', 'in', open)
    .limit(1)
    .execute()
  if (left.length > 0 || engine === undefined || engine.isDraining()) return false
  for (const table of ['streams', 'threat_feeds', 'files_to_follow', 'missing_offers'] as const)
    if ((await db.selectFrom(table).selectAll().limit(1).execute()).length > 0) return false
  for (let look = 0; look < looks; look += 1) {
    await engine.beat()
    const nodes = await db.selectFrom('nodes').select('running').execute()
    const isQuiet = nodes.length === 1 && nodes.every(({ running }) => running === 0)
    if (isQuiet && !(await hasFiles(join(config.data.dir, 'jobs')))) return true
    if (nodes.length !== 1) return false
    await pause(20)
  }
  return false
}

const looks = 10
