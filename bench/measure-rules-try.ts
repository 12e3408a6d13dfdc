import { DatabaseSync } from 'node:sqlite'
import { newFolder } from './bare.ts'
import { fillPlatform } from './platform-rows.ts'
import { call, startFilled } from './program.ts'
import type { BenchOptions, Measurement, Told } from './result.ts'
import { noWorker } from './rules-desk.ts'
import { median } from './statistics.ts'

const day = 86_400_000

interface Order {
  readonly name: string
  readonly what: string
  /** How long ago each observable came, in SQL. */
  readonly age: string
}

const orders: readonly Order[] = [
  {
    name: 'rules: try',
    what: 'in the order in which they came',
    age: `cast(((select max(rowid) from observables) - rowid) * ${29 * day}.0
      / (select max(rowid) from observables) as integer)`,
  },
  {
    name: 'rules: try, no order',
    // What came at the same time is far apart in the file: the most that a walk along the days can cost.
    what: 'in no order',
    age: `rowid * 7919 % ${29 * day}`,
  },
]

export const measureRulesTry: Measurement = async (options) => {
  const told: Told[] = []
  for (const order of orders)
    told.push(await trying(options, await newFolder(options.folder, 'try'), order))
  return told
}

/** Observables of the last 30 days, all of which the rule is tried on. */
async function trying(
  options: BenchOptions,
  folder: string,
  { name, what, age }: Order,
): Promise<Told> {
  const { server, desk } = await startFilled(options, folder, noWorker, (file) => {
    fillPlatform(file, 'bench', options.rows)
    const database = new DatabaseSync(file)
    database.exec(`pragma synchronous = off; pragma cache_size = -262144;
      update observables set created_at = ${Date.now()} - 60000 - ${age};
      pragma wal_checkpoint(truncate)`)
    database.close()
  })
  const rule = {
    days: 30,
    on: 'observable.created',
    do: [{ tag: { tags: ['t'] } }],
  }
  const tries: Record<string, Record<string, unknown>> = {
    'of a type': { dataType: 'url' },
    'of alerts of a source': {
      _and: [{ dataType: 'domain' }, { _parent: { _type: 'alert', _query: { source: 'gate' } } }],
    },
    'never seen': { data: 'portal-example-bank.test' },
  }
  const numbers: Record<string, number> = {}
  try {
    for (const [kind, filter] of Object.entries(tries)) {
      const times: number[] = []
      for (let round = 0; round <= options.rounds; round += 1) {
        const start = performance.now()
        const answer = await call<{ isComplete: boolean; matched: number }>(
          ...([server.url, desk.key, 'POST', '/api/rule/_try'] as const),
          { ...rule, if: filter },
        )
        times.push(performance.now() - start)
        if (!answer.isComplete) numbers[`${kind}, incomplete`] = answer.matched
      }
      numbers[`${kind}, first time, ms`] = times[0] ?? 0
      numbers[`${kind}, ms`] = median(times.slice(1))
    }
  } finally {
    await server.stop()
  }
  return {
    name,
    what: `a rule tried on ${options.rows} observables of 30 days, ${what}, SQLite`,
    numbers,
    aims: Object.fromEntries(Object.keys(tries).map((name) => [`${name}, ms`, { atMost: 1_500 }])),
  }
}
