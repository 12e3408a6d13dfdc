import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from './bare.ts'
import { call } from './program.ts'
import type { BenchOptions, Measured, Measurement, Told } from './result.ts'
import {
  addRules,
  alertOf,
  note,
  perAlert,
  ruleCount,
  type Started,
  startDesk,
  untilAsked,
  untilDone,
} from './rules-desk.ts'
import { compare, median, quantile } from './statistics.ts'

const alertsPerRound = 30
const quietMs = 300
const senders = 8

/** Alerts with rules and without, and a burst of alerts. */
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
