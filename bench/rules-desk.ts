import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Served } from './child.ts'
import { call, type Desk, databaseOf, openDesk, startProgram, writeCatalogue } from './program.ts'
import type { BenchOptions } from './result.ts'

export const ruleCount = 50
export const perAlert = 20

/** Runs no analyzer; rules are asked and act. */
export const noWorker = { ASSAY_ROLES: 'engine,platform' }

export interface Started {
  readonly server: Served
  readonly desk: Desk
  readonly file: string
}

export async function startDesk(options: BenchOptions, folder: string): Promise<Started> {
  await writeCatalogue(folder)
  const server = await startProgram(options, folder, noWorker)
  return { server, desk: await openDesk(server), file: databaseOf(folder) }
}

/** As many teams would have: most match nothing, each tenth acts. */
const rules = Array.from({ length: ruleCount }, (_, at) => ({
  name: `Rule ${at}`,
  runAs: 'analyst',
  budget: { runsPerHour: 100_000, jobsPerDay: 1_000_000 },
  ...(at % 2 === 0
    ? {
        on: 'alert.created',
        if:
          at % 10 === 0
            ? { source: at === 0 ? 'storm' : 'gate' }
            : { _and: [{ source: `source-${at}` }, { _gte: { severity: 2 } }] },
      }
    : {
        on: 'observable.created',
        if: {
          _and: [
            { dataType: 'domain' },
            { _lte: { tlp: 2 } },
            { _parent: { _type: 'alert', _query: { source: `source-${at}` } } },
          ],
        },
      }),
  do: [{ tag: { tags: [`rule-${at}`] } }],
}))

export async function addRules(
  { server, desk }: Pick<Started, 'server' | 'desk'>,
  state: 'on' | 'trial' = 'on',
): Promise<void> {
  for (const rule of rules)
    await call(server.url, desk.key, 'POST', '/api/rule', { ...rule, state })
}

export const alertOf = (number: number) => ({
  type: 'mail',
  source: 'gate',
  sourceRef: `ref-${number}`,
  title: `Alert ${number}`,
  description: 'Seen',
  artifacts: Array.from({ length: perAlert }, (_, at) => ({
    dataType: 'domain',
    data: `${at}.${number}.bench.example`,
    message: '',
  })),
})

export const note = (text: string) => console.log(`  ${text}`)

export const countIn = (file: string, query: string): number => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 60_000 })
  try {
    return Number(database.prepare(query).get()?.count ?? 0)
  } finally {
    database.close()
  }
}

export const waiting = 'select count(*) as count from rule_events'
const acting = 'select count(*) as count from rule_runs where due_at is not null'

/** Rules were asked about everything that happened, and have acted. */
export async function untilDone({ file }: Pick<Started, 'file'>): Promise<void> {
  while (countIn(file, waiting) > 0 || countIn(file, acting) > 0) await sleep(50)
}

/** Rules were asked about everything that happened. */
export async function untilAsked({ file }: Pick<Started, 'file'>): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    const left = countIn(file, waiting)
    if (left === 0) return
    if (looks % 200 === 0) note(`${left} events left`)
    await sleep(50)
  }
}
