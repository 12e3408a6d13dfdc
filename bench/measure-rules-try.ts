import { DatabaseSync } from 'node:sqlite'
import { newFolder } from './bare.ts'
import { fillPlatform } from './platform-rows.ts'
import { call, startFilled } from './program.ts'
import type { BenchOptions, Measurement, Told } from './result.ts'
import { noWorker } from './rules-desk.ts'
import { median } from './statistics.ts'

const day = 86_400_000

/** How long ago each observable came. */
const orders = {
  'in the order in which they came': `cast(((select max(rowid) from observables) - rowid) * ${29 * day}.0
    / (select max(rowid) from observables) as integer)`,
  // Neighbours in time are far apart in the file: the most that a walk along the days can cost.
  'in no order': `rowid * 7919 % ${29 * day}`,
}

export const measureRulesTry: Measurement = async (options) => {
  const told: Told[] = []
  for (const order of Object.keys(orders) as (keyof typeof orders)[])
    told.push(await trying(options, await newFolder(options.folder, 'try'), order))
  return told
}

/** Observables of the last 30 days, all of which the rule is tried on. */
async function trying(
  options: BenchOptions,
  folder: string,
  order: keyof typeof orders,
): Promise<Told> {
  const { server, desk } = await startFilled(options, folder, noWorker, (file) => {
    fillPlatform(file, 'bench', options.rows)
    const database = new DatabaseSync(file)
    database.exec(`pragma synchronous = off; pragma cache_size = -262144;
      update observables set created_at = ${Date.now()} - 60000 - ${orders[order]};
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
    for (const [name, filter] of Object.entries(tries)) {
      const times: number[] = []
      for (let round = 0; round <= options.rounds; round += 1) {
        const start = performance.now()
        const answer = await call<{ isComplete: boolean; matched: number }>(
          ...([server.url, desk.key, 'POST', '/api/rule/_try'] as const),
          { ...rule, if: filter },
        )
        times.push(performance.now() - start)
        if (!answer.isComplete) numbers[`${name}, incomplete`] = answer.matched
      }
      numbers[`${name}, first time, ms`] = times[0] ?? 0
      numbers[`${name}, ms`] = median(times.slice(1))
    }
  } finally {
    await server.stop()
  }
  return {
    name: order === 'in no order' ? 'rules: try, no order' : 'rules: try',
    what: `a rule tried on ${options.rows} observables of 30 days, ${order}, SQLite`,
    numbers,
    aims: Object.fromEntries(Object.keys(tries).map((name) => [`${name}, ms`, { atMost: 1_500 }])),
  }
}
