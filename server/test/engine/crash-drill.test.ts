import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import type { Server } from '../program.ts'
import {
  type Acknowledged,
  type Drill,
  drillSeed,
  hashOf,
  killAfter,
  makeDrill,
  randomFrom,
} from './crash-drill.ts'

const seed = drillSeed()
/** `npm run drill` has twenty. */
const rounds = Number(process.env.DRILL_ROUNDS ?? 4)
const timeout = (3 + rounds / 2) * patienceMs

describe.each(migratedPlaces)('on $database, killed again and again under load', ({ settings }) => {
  it('every acknowledged job ends exactly once', { timeout }, async () => {
    const environment = await settings()
    const drill = await makeDrill(environment)
    const random = randomFrom(seed)
    const acknowledged: Acknowledged[] = []
    const isEnough = () => acknowledged.length > rounds * 5 && repeated(drill) > 0

    for (let round = 0; round < rounds || (!isEnough() && round < rounds * 4); round += 1) {
      const server = await drill.start()
      const due = Promise.withResolvers<void>()
      // By what it has done and not by the clock, which says nothing on a busy machine; but every
      // fourth one at any moment, also before it has done anything.
      const wanted = round % 4 === 3 ? 0 : 10 + Math.floor(random() * 20)
      const killed = due.promise.then(() => killAfter(server, random() * (wanted ? 300 : 900)))
      if (wanted === 0) due.resolve()
      const onAcknowledged = (count: number) => void (count >= wanted && due.resolve())
      acknowledged.push(...(await drill.submitAll(server, 4, 45, onAcknowledged)))
      due.resolve()
      await killed
    }
    const server = await drill.start()
    const ends = await waitForAll(drill, server, acknowledged)
    // Also those whose acknowledgement the kill cut off: they run on like all others.
    await waitForAll(drill, server, await listAll(drill, server))

    expect(acknowledged.length).toBeGreaterThan(rounds * 5)
    const judged = acknowledged.map((job, index) => judge(drill, job, ends[index] as End))
    expect(judged.filter((verdict) => verdict !== 'fine')).toEqual([])
    expect(disturbed(drill, ends)).toBeGreaterThan(0)
    await expect.poll(() => readdir(join(environment.ASSAY_DATA_DIR, 'jobs'))).toEqual([])
    expect(await changedByOneMoreCrash(drill, server, ends)).toEqual([])
  })
})

interface End {
  id: string
  status: string
  startDate?: number
  endDate?: number
  errorMessage?: string
  report?: unknown
}

function waitForAll(drill: Drill, server: Server, jobs: readonly { id: string }[]) {
  const client = drill.client(server)
  const endOf = async ({ id }: { id: string }) => {
    for (;;) {
      const job = (await client.waitReport({ id }, { atMost: 'Inf' })) as End
      if (job.endDate !== undefined) return job
    }
  }
  return Promise.all(jobs.map(endOf))
}

function judge(drill: Drill, { id, program, token }: Acknowledged, end: End): string {
  const runs = drill.runsOf(program).filter((seen) => seen === token).length
  const complaint = `${program} ${id} (${runs} runs): ${end.status} ${JSON.stringify(end.report)}`
  if (end.id !== id || end.endDate === undefined) return complaint
  if (runs > (program === 'Act' ? 1 : 2)) return `too often: ${complaint}`
  if (end.status === 'Success') return isIntact(program, token, end) ? 'fine' : complaint
  const { message = end.errorMessage ?? '' } = (end.report ?? {}) as { message?: string }
  const shown = `${message}${JSON.stringify(end.report)}`
  const wanted = program === 'Act' ? /may already have acted/ : /stopped 2 times/
  return end.status === 'Failure' && wanted.test(shown) ? 'fine' : complaint
}

/** Without any the drill has proven nothing. */
function disturbed(drill: Drill, ends: readonly End[]): number {
  return repeated(drill) + ends.filter(({ status }) => status === 'Failure').length
}

/** How many programs were started again because a kill had ended them. */
function repeated(drill: Drill): number {
  const runs = [...drill.runsOf('Look'), ...drill.runsOf('Hash')]
  return runs.length - new Set(runs).size
}

function isIntact(program: Acknowledged['program'], token: string, end: End): boolean {
  const { full } = end.report as { full: { input?: { data: string }; sha256?: string } }
  if (program === 'Look') return full.input?.data === token
  return program === 'Act' || full.sha256 === hashOf(token)
}

/** What has ended stays as it is: the same end, at the same moment, in the same number. */
async function changedByOneMoreCrash(drill: Drill, server: Server, ends: readonly End[]) {
  const before = (await listAll(drill, server)).map(lineOf)
  await killAfter(server, 0)
  const again = await drill.start()
  const after = (await listAll(drill, again)).map(lineOf)
  expect(after.length).toBe(before.length)
  expect(after.length).toBeGreaterThanOrEqual(ends.length)
  return after.filter((line) => !before.includes(line))
}

async function listAll(drill: Drill, server: Server): Promise<End[]> {
  const response = await server.call('GET', '/api/job?range=all', { key: drill.key })
  return (await response.json()) as End[]
}

const lineOf = ({ id, status, startDate, endDate }: End) =>
  [id, status, startDate, endDate].join(' ')
