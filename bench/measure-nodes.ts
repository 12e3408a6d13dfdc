import { availableParallelism } from 'node:os'
import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { startLoader } from './load.ts'
import { noopProgram, waitedRate } from './measure-postgres.ts'
import { startBenchPostgres } from './postgres.ts'
import { openDesk, startProgram } from './program.ts'
import type { Measurement, Result } from './result.ts'
import { compare, median } from './statistics.ts'

const jobs = 1000
const counts = [1, 2, 4] as const

/** One node that takes requests, and 1, 2 or 4 that only work, on one PostgreSQL. */
export const measureNodes: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'nodes')
  const database = await startBenchPostgres()
  const loader = startLoader()
  const started: Served[] = []
  try {
    const start = async (name: string, ASSAY_ROLES: string) => {
      const server = await startProgram(
        { ...options, program: noopProgram() },
        await newFolder(folder, name),
        {
          ...shared,
          ASSAY_ROLES,
        },
      )
      started.push(server)
      return server
    }
    const shared = {
      ASSAY_JOB_RUNNERS: 'builtin',
      ASSAY_JOB_SLOTS: '4',
      ASSAY_DATABASE_URL: await database.newDatabase('nodes'),
      ASSAY_SECRET_KEY: 'bench-bench-bench-bench-bench-bench-bench',
    }
    const web = await start('web', 'engine,platform')
    const desk = await openDesk(web, 'Noop')
    const rates = new Map<number, number[]>()
    for (const count of counts) {
      while (started.length < count + 1) await start(`worker-${started.length}`, 'worker')
      await waitedRate({ server: web, desk }, loader, jobs)
      const measured: number[] = []
      for (let round = 0; round < options.rounds; round += 1)
        measured.push(await waitedRate({ server: web, desk }, loader, jobs))
      rates.set(count, measured)
    }
    const one = rates.get(1) ?? []
    const four = rates.get(4) ?? []
    const result: Result = {
      name: 'nodes',
      what: `jobs over HTTP, 4 workers ÷ 1, with ${availableParallelism()} cores for everything`,
      unit: 'jobs/s',
      comparison: compare(four, one),
      beside: Object.fromEntries(
        counts.map((count) => [`workers: ${count}, jobs/s`, median(rates.get(count) ?? [])]),
      ),
    }
    return [result]
  } finally {
    for (const server of started) await server.stop()
    await loader.stop()
    await database.stop()
  }
}
