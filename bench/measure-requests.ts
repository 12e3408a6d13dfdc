import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder, startBare } from './bare.ts'
import type { Served } from './child.ts'
import { type Loader, type Plan, startLoader } from './load.ts'
import {
  call,
  databaseOf,
  noWorker,
  openDesk,
  startProgram,
  submission,
  writeCatalogue,
} from './program.ts'
import type { Measurement } from './result.ts'
import { alternate, median } from './statistics.ts'

const timing = { warmUpMs: 500, measureMs: 2000 }

/** A job as most are read: ended, with its observable, without a file. */
export const measureRead: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'read')
  await writeCatalogue(folder)
  const ours = await startProgram(options, folder, noWorker)
  const desk = await openDesk(ours)
  const submitted = { data: '1.bench.example', dataType: 'domain' }
  const { id } = await call<{ id: string }>(ours.url, desk.key, 'POST', desk.runPath, submitted)
  const path = `/api/job/${id}`
  const detail = await call<unknown>(ours.url, desk.key, 'GET', path)
  await writeFile(join(folder, 'answer.json'), JSON.stringify(detail))
  await writeFile(
    join(folder, 'job.json'),
    JSON.stringify({
      file: databaseOf(folder),
      key: desk.key,
      shape: detail,
      headers: await headersOf(ours.url + path, desk.key),
    }),
  )
  const text = await startBare('answer', folder)
  const bare = await startBare('job', folder)
  const loader = startLoader()
  const plan = { paths: [path], key: desk.key, connections: 32, ...timing }
  const oursCost = costMeter(ours, loader)
  const bareCost = costMeter(bare, loader)
  const textRates: number[] = []
  try {
    const comparison = await alternate(
      options.rounds,
      () => oursCost.rate(plan),
      async () => {
        textRates.push(await loader.rate({ ...plan, url: text.url }))
        return bareCost.rate(plan)
      },
    )
    const ratios = textRates.map((rate, round) => (comparison.ours.rounds[round] ?? 0) / rate)
    return [
      {
        name: 'read',
        what: 'GET /api/job/{id} ÷ Fastify by hand: key, row, JSON, the same headers, a log line',
        unit: 'requests/s',
        aim: { atLeast: 0.9 },
        comparison,
        beside: {
          'ours ÷ bare Fastify sending the same body as prepared text': median(ratios),
          'prepared text, requests/s': median(textRates),
          'processor time of ours, µs a request': oursCost.median(),
          'processor time of the reference, µs a request': bareCost.median(),
        },
      },
    ]
  } finally {
    await Promise.all([ours.stop(), bare.stop(), text.stop(), loader.stop()])
  }
}

/** Those that the reference would not send on its own. */
async function headersOf(url: string, key: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const own = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
  return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)))
}

/** Jobs are stored and not run; each has data of its own and says `force`, so none is merged. */
export const measureSubmit: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'submit')
  await writeCatalogue(folder)
  const ours = await startProgram(options, folder, noWorker)
  const desk = await openDesk(ours)
  const bare = await startBare('commit', await newFolder(folder, 'bare'))
  const grouped = await startBare('group-commit', await newFolder(folder, 'grouped'))
  const loader = startLoader()
  const plan = {
    method: 'POST' as const,
    paths: [desk.runPath],
    key: desk.key,
    body: submission,
    connections: 64,
    ...timing,
  }
  const oursCost = costMeter(ours, loader)
  const bareCost = costMeter(bare, loader)
  const groupedRates: number[] = []
  try {
    const comparison = await alternate(
      options.rounds,
      () => oursCost.rate(plan),
      async () => {
        const rate = await bareCost.rate(plan)
        groupedRates.push(await loader.rate({ ...plan, url: grouped.url }))
        return rate
      },
    )
    const ratios = groupedRates.map((rate, round) => (comparison.ours.rounds[round] ?? 0) / rate)
    return [
      {
        name: 'submit',
        what: 'durable POST …/run ÷ bare Fastify POST, one commit (WAL, synchronous=FULL) each',
        unit: 'requests/s',
        aim: { atLeast: 0.6 },
        comparison,
        beside: {
          'bare Fastify POST with shared commits, requests/s': median(groupedRates),
          'ours ÷ bare with shared commits': median(ratios),
          'processor time of ours, µs a request': oursCost.median(),
          'processor time of the reference, µs a request': bareCost.median(),
        },
      },
    ]
  } finally {
    await Promise.all([ours.stop(), bare.stop(), grouped.stop(), loader.stop()])
  }
}

/** The same ÷ another version's, with neither budgets nor policies: `--against` names its checkout, which is built. */
export const measureSubmitBefore: Measurement = async (options) => {
  const name = 'submit: before'
  const { against } = options
  if (against === undefined) return [{ name, skipped: 'no --against, the checkout of a version' }]
  const folder = await newFolder(options.folder, 'submit-before')
  const loader = startLoader()
  const started: Served[] = []
  const open = async (side: string, program: string) => {
    const place = await newFolder(folder, side)
    await writeCatalogue(place)
    const server = await startProgram({ ...options, program }, place, noWorker)
    started.push(server)
    const { runPath, key } = await openDesk(server)
    const cost = costMeter(server, loader)
    const plan = { method: 'POST' as const, paths: [runPath], key, body: submission }
    return { cost, rate: () => cost.rate({ ...plan, connections: 64, ...timing }) }
  }
  try {
    const ours = await open('ours', options.program)
    const before = await open('before', join(against, 'server', 'dist', 'main.js'))
    return [
      {
        name,
        what: `durable POST …/run ÷ ${against}, without budgets`,
        unit: 'requests/s',
        aim: { atLeast: 0.98 },
        comparison: await alternate(options.rounds, ours.rate, before.rate),
        beside: {
          'processor time of ours, µs a request': ours.cost.median(),
          'processor time of the reference, µs a request': before.cost.median(),
        },
      },
    ]
  } finally {
    await Promise.all([...started.map((server) => server.stop()), loader.stop()])
  }
}

/** Requests per second, and the cost of a request: less affected by a busy machine. */
function costMeter(server: Served, loader: Loader) {
  const costs: number[] = []
  return {
    async rate(plan: Omit<Plan, 'url'>): Promise<number> {
      await loader.run({ ...plan, url: server.url, measureMs: plan.warmUpMs ?? 0, warmUpMs: 0 })
      const before = await server.cpuMs()
      const { answered, ms } = await loader.run({ ...plan, url: server.url, warmUpMs: 0 })
      costs.push((((await server.cpuMs()) - before) / answered) * 1000)
      return (answered / ms) * 1000
    },
    median: () => median(costs),
  }
}
