import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { fillPlatform } from './platform-rows.ts'
import {
  call,
  type Desk,
  databaseOf,
  openDesk,
  startFilled,
  startProgram,
  writeCatalogue,
} from './program.ts'
import type { BenchOptions, Measured, Measurement, Told } from './result.ts'
import { compare, median, quantile } from './statistics.ts'

const ruleCount = 50
const perAlert = 20
const alertsPerRound = 30
const quietMs = 300
const senders = 8
const day = 86_400_000

/** Runs no analyzer; rules are asked and act. */
const noWorker = { ASSAY_ROLES: 'engine,platform' }

/** Alerts with rules and without, events in a line, a burst of alerts, and a rule tried on many observables. */
export const measureRules: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'rules')
  const [withRules, without] = [
    await startDesk(options, await newFolder(folder, 'with')),
    await startDesk(options, await newFolder(folder, 'without')),
  ]
  let number = 0
  /** When the rules have done what follows from the one before, so what is measured is the alert. */
  const create = async (started: Started) => {
    const { server, desk } = started
    await untilDone(started)
    await sleep(quietMs)
    number += 1
    const start = performance.now()
    await call(server.url, desk.key, 'POST', '/api/alert', alertOf(number))
    return performance.now() - start
  }
  /** In turns: what else the machine does hits both sides. */
  const round = async () => {
    const [ours, others]: [number[], number[]] = [[], []]
    for (let at = 0; at < alertsPerRound; at += 1) {
      ours.push(await create(withRules))
      others.push(await create(without))
    }
    return [median(ours), median(others)] as const
  }
  try {
    await addRules(withRules)
    await round()
    const rounds: (readonly [number, number])[] = []
    for (let at = 0; at < options.rounds; at += 1) rounds.push(await round())
    const comparison = compare(
      rounds.map(([ours]) => ours),
      rounds.map(([, others]) => others),
    )
    const commit = {
      name: 'rules: an alert',
      what: `an alert with ${perAlert} observables, ${ruleCount} rules ÷ none`,
      unit: 'ms',
      aim: { atMost: 1.1 },
      comparison,
    }
    const results: Measured[] = [commit, queued(withRules)]
    if (options.against !== undefined)
      results.push(...(await beside(options, await newFolder(folder, 'beside'), options.against)))
    note(JSON.stringify(results))
    results.push(await bursting(withRules, Math.min(10_000, options.rows / 100)))
    note(JSON.stringify(results.at(-1)))
    results.push(await inLine(options, await newFolder(folder, 'line')))
    note(JSON.stringify(results.at(-1)))
    results.push(await trying(options, await newFolder(folder, 'try')))
    return results
  } finally {
    await Promise.all([withRules.server.stop(), without.server.stop()])
  }
}

/** Without a rule, as fast as the program of another checkout: requests a second, both in turns. */
async function beside(options: BenchOptions, folder: string, against: string): Promise<Measured[]> {
  const program = join(against, 'server', 'dist', 'main.js')
  const ours = await startDesk(options, await newFolder(folder, 'ours'))
  const before = await startDesk({ ...options, program }, await newFolder(folder, 'before'))
  let number = 0
  const alert = ({ server, desk }: Started) => {
    number += 1
    return call(server.url, desk.key, 'POST', '/api/alert', alertOf(number))
  }
  const submit = ({ server, desk }: Started) => {
    number += 1
    const input = { data: `${number}.bench.example`, dataType: 'domain', force: true }
    return call(server.url, desk.key, 'POST', desk.runPath, input)
  }
  const compared = async (what: string, ask: (started: Started) => Promise<unknown>) => {
    const rates: (readonly [number, number])[] = []
    for (let round = 0; round <= options.rounds; round += 1) {
      const times: [number[], number[]] = [[], []]
      for (let at = 0; at < 100; at += 1)
        for (const [side, started] of [ours, before].entries()) {
          const start = performance.now()
          await ask(started)
          times[side]?.push(performance.now() - start)
        }
      rates.push([1_000 / median(times[0]), 1_000 / median(times[1])])
    }
    const [, ...warm] = rates
    return {
      name: `rules: none, ${what}`,
      what: 'without a rule ÷ the other version',
      unit: 'a second',
      aim: { atLeast: 0.98 },
      comparison: compare(
        warm.map(([rate]) => rate),
        warm.map(([, rate]) => rate),
      ),
    }
  }
  try {
    return [await compared('alerts', alert), await compared('submissions', submit)]
  } finally {
    await Promise.all([ours.server.stop(), before.server.stop()])
  }
}

interface Started {
  readonly server: Served
  readonly desk: Desk
  readonly file: string
}

async function startDesk(options: BenchOptions, folder: string): Promise<Started> {
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

async function addRules(
  { server, desk }: Pick<Started, 'server' | 'desk'>,
  state: 'on' | 'trial' = 'on',
): Promise<void> {
  for (const rule of rules)
    await call(server.url, desk.key, 'POST', '/api/rule', { ...rule, state })
}

const alertOf = (number: number) => ({
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

const note = (text: string) => console.log(`  ${text}`)

const countIn = (file: string, query: string): number => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 60_000 })
  try {
    return Number(database.prepare(query).get()?.count ?? 0)
  } finally {
    database.close()
  }
}

const waiting = 'select count(*) as count from rule_events'
const acting = 'select count(*) as count from rule_runs where due_at is not null'

/** Rules were asked about everything that happened, and have acted. */
async function untilDone({ file }: Pick<Started, 'file'>): Promise<void> {
  while (countIn(file, waiting) > 0 || countIn(file, acting) > 0) await sleep(50)
}

/** Rules were asked about everything that happened. */
async function untilAsked({ file }: Pick<Started, 'file'>): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    const left = countIn(file, waiting)
    if (left === 0) return
    if (looks % 200 === 0) note(`${left} events left`)
    await sleep(50)
  }
}

/** From the alert to the run of a rule with its steps; both were written by the same clock. */
function queued({ file }: Started): Told {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 60_000 })
  const waits = database
    .prepare(
      `select r.at - a.created_at as ms from rule_runs r join alerts a on a.id = r.root_id
        where r.root_type = 'alert'`,
    )
    .all()
    .map(({ ms }) => Number(ms))
  database.close()
  return {
    name: 'rules: effect queued',
    what: `from the alert to what its rules do, ${waits.length} runs of ${ruleCount} rules`,
    numbers: { 'median, ms': median(waits), 'p95, ms': quantile(waits, 0.95) },
    aims: { 'p95, ms': { atMost: 500 } },
  }
}

/** Everyone else asks for the list of cases meanwhile. */
async function bursting(started: Started, burst: number): Promise<Told> {
  const { server, desk } = started
  const ask = async () => {
    const start = performance.now()
    await call(server.url, desk.key, 'GET', '/api/analyzer?range=0-10')
    return performance.now() - start
  }
  const idle: number[] = []
  for (let at = 0; at < 200; at += 1) idle.push(await ask())
  let next = 1_000_000
  const last = next + burst
  const begun = performance.now()
  let isOver = false
  const send = async () => {
    while (next < last) {
      next += 1
      const { artifacts, ...alert } = alertOf(next)
      await call(server.url, desk.key, 'POST', '/api/alert', {
        ...alert,
        source: 'storm',
        artifacts: artifacts.slice(0, 1),
      })
    }
  }
  const times: number[] = []
  const asking = (async () => {
    while (!isOver) {
      times.push(await ask())
      await sleep(20)
    }
  })()
  await Promise.all(Array.from({ length: senders }, send))
  const sentMs = performance.now() - begun
  await untilAsked(started)
  const askedMs = performance.now() - begun
  isOver = true
  await asking
  return {
    name: 'rules: a burst',
    what: `${burst} alerts by ${senders} senders, ${ruleCount} rules; others ask meanwhile`,
    numbers: {
      'sent, s': sentMs / 1_000,
      'asked, s': askedMs / 1_000,
      'an answer alone, median, ms': median(idle),
      'an answer meanwhile, median, ms': median(times),
      'an answer meanwhile, p99, ms': quantile(times, 0.99),
      'an answer meanwhile, longest, ms': Math.max(...times),
    },
    aims: { 'an answer meanwhile, p99, ms': { atMost: 1_000 } },
  }
}

/** Events that lie in the table when the program starts, matched with rules of which four are about each alert. */
async function inLine(options: BenchOptions, folder: string): Promise<Told> {
  const events = 20_000
  const { server, desk } = await startFilled(options, folder, noWorker, (file) => {
    fillPlatform(file, 'bench', events)
  })
  // A trial does everything but act.
  await addRules({ server, desk }, 'trial')
  await server.stop()
  const file = databaseOf(folder)
  const database = new DatabaseSync(file)
  // Of alerts that are there, in the order in which they were made.
  for (const [kind, table, root, count] of [
    ['alert.created', 'alerts', 'id', events / 11],
    ['observable.created', 'observables', 'coalesce(alert_id, case_id)', (events * 10) / 11],
  ] as const)
    database.exec(`insert into rule_events
        (id, organization, kind, object_id, root_id, details, cause_run, at, due_at, attempts)
      select lower(hex(randomblob(16))), 'bench', '${kind}', id, ${root}, '{}', null, created_at, 0, 0
        from ${table} order by created_at limit ${Math.floor(count)}`)
  database.close()
  const all = countIn(file, waiting)
  const begun = performance.now()
  const again = await startProgram(options, folder, noWorker)
  try {
    const first = performance.now()
    const cpuBefore = await again.cpuMs()
    const before = countIn(file, waiting)
    await untilAsked({ file })
    const ms = performance.now() - first
    const cpuMs = (await again.cpuMs()) - cpuBefore
    return {
      name: 'rules: events in a line',
      what: `${all} events, ${ruleCount} rules, SQLite`,
      numbers: {
        'events a second': (before / ms) * 1_000,
        'events a processor second': (before / cpuMs) * 1_000,
        'with the start, s': (performance.now() - begun) / 1_000,
      },
      aims: { 'events a second': { atLeast: 500 } },
    }
  } finally {
    await again.stop()
  }
}

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
