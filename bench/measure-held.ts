import { join } from 'node:path'
import { heldNeeds, heldPriority } from '../server/src/domain/budgets/fairness.ts'
import { openQueue } from '../server/src/engine/queue/open.ts'
import { type Database, openDatabase } from '../server/src/storage/database.ts'
import { migrate } from '../server/src/storage/schema/migrate.ts'
import { newFolder } from './bare.ts'
import { startBenchPostgres } from './postgres.ts'
import type { BenchOptions, Measurement, Result } from './result.ts'
import { alternate, median, quantile } from './statistics.ts'

const held = 10_000
/** Claimed one after the other in a round: of fewer, a pause of the machine is the 99th percentile. */
const jobs = 4_000

/** Claims while jobs wait for budgets and approvals: those must cost the others nothing. */
export const measureHeld: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'held')
  const database = await startBenchPostgres()
  try {
    return [
      await compareClaims(options, 'held', async (side) => ({
        file: join(await newFolder(folder, side), 'assay.sqlite'),
      })),
      await compareClaims(options, 'held: postgres', async (side) => ({
        url: await database.newDatabase(`held_${side}`),
      })),
    ]
  } finally {
    await database.stop()
  }
}

type Place = Parameters<typeof openDatabase>[0]

async function compareClaims(
  options: BenchOptions,
  name: string,
  placeOf: (side: string) => Promise<Place>,
): Promise<Result> {
  const withHeld = await openClaims(await placeOf('ours'))
  const without = await openClaims(await placeOf('none'))
  const middle = { withHeld: [] as number[], without: [] as number[] }
  const p99 = (claims: Claims, medians: number[]) => async () => {
    const times = await claims.times()
    medians.push(median(times))
    return quantile(times, 0.99)
  }
  try {
    await withHeld.add(held, { needs: heldNeeds, priority: heldPriority })
    await withHeld.times()
    await without.times()
    return {
      name,
      what: `p99 of a claim with ${held.toLocaleString('en')} held jobs ÷ with none`,
      unit: 'ms',
      aim: { atMost: 1.1 },
      comparison: await alternate(
        options.rounds,
        p99(withHeld, middle.withHeld),
        p99(without, middle.without),
      ),
      beside: {
        'median of a claim with held jobs, ms': median(middle.withHeld),
        'median of a claim without, ms': median(middle.without),
      },
    }
  } finally {
    await withHeld.close()
    await without.close()
  }
}

interface Claims {
  add(count: number, how: { readonly needs: string; readonly priority: number }): Promise<void>
  /** Of each claim of a round, in ms. */
  times(): Promise<number[]>
  close(): Promise<void>
}

async function openClaims(place: Place): Promise<Claims> {
  const database: Database = await openDatabase(place)
  await migrate(database, Date.now())
  const { db } = database
  await db
    .insertInto('organizations')
    .values({
      ...{ name: 'bench', description: '', status: 'Active' as const },
      ...{ created_at: 0, created_by: 'init' },
    })
    .execute()
  const queue = openQueue({ ...database, clock: { now: () => Date.now() } } as never)
  let number = 0
  const row = (how: { needs: string; priority: number }) => {
    number += 1
    return {
      ...{ id: `job-${String(number).padStart(12, '0')}`, organization: 'bench' },
      ...{ type: 'analyzer' as const, worker_id: 'w', worker_name: 'W', worker_definition_id: 'W' },
      ...{ status: 'Waiting' as const, data_type: 'domain', data: `${number}.bench.example` },
      ...{ tlp: 2, pap: 2, message: '', parameters: '{}', cache_key: String(number) },
      ...{ turn: number, attempts: 0, created_at: number, created_by: 'analyst', ...how },
    }
  }
  const add = async (count: number, how: { needs: string; priority: number }) => {
    for (let from = 0; from < count; from += 100)
      await db
        .insertInto('jobs')
        .values(Array.from({ length: Math.min(100, count - from) }, () => row(how)) as never)
        .execute()
  }
  return {
    add,
    async times() {
      await add(jobs, { needs: 'default/any', priority: 0 })
      const times: number[] = []
      for (let claim = 0; claim < jobs; claim += 1) {
        const started = performance.now()
        const claimed = await queue.claim('bench', 1, ['default/*'])
        times.push(performance.now() - started)
        if (claimed.length !== 1) throw new Error(`${claimed.length} jobs were claimed`)
      }
      await db.deleteFrom('jobs').where('status', '=', 'InProgress').execute()
      return times
    },
    close: () => database.close(),
  }
}
