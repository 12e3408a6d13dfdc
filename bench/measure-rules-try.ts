import { DatabaseSync } from 'node:sqlite'
import { newFolder } from './bare.ts'
import { fillPlatform } from './platform-rows.ts'
import { call, startFilled } from './program.ts'
import type { BenchOptions, Measurement, Told } from './result.ts'
import { noWorker } from './rules-desk.ts'
import { median } from './statistics.ts'

const day = 86_400_000

export const measureRulesTry: Measurement = async (options) => [
  await trying(options, await newFolder(options.folder, 'try')),
]

/** Observables of the last 30 days, all of which the rule is tried on. */
async function trying(options: BenchOptions, folder: string): Promise<Told> {
  const { server, desk } = await startFilled(options, folder, noWorker, (file) => {
    fillPlatform(file, 'bench', options.rows)
    const database = new DatabaseSync(file)
    database.exec(`pragma synchronous = off; pragma cache_size = -262144;
      update observables set created_at = ${Date.now()} - (rowid * 7919 % ${29 * day}) - 60000;
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
    name: 'rules: try',
    what: `a rule tried on ${options.rows} observables of 30 days, SQLite`,
    numbers,
    aims: Object.fromEntries(Object.keys(tries).map((name) => [`${name}, ms`, { atMost: 1_500 }])),
  }
}
