import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { drillSeed, randomFrom } from '../engine/crash-drill.ts'
import { processesNaming } from '../engine/running.ts'
import { ownPostgres } from '../outage/own-postgres.ts'
import {
  type Acknowledged,
  allEnded,
  judge,
  lookAt,
  makeChaos,
  submitStubbornly,
  type Watched,
} from './chaos.ts'
import {
  type DrillCluster,
  drillMs,
  type End,
  hasPostgres,
  makeDrillCluster,
  patience,
  unlessPostgres,
} from './drill-cluster.ts'
import type { ProgramName } from './drill-programs.ts'

const seed = drillSeed()
/** `npm run drill` has five thousand. */
const jobs = Number(process.env.ASSAY_DRILL_JOBS ?? 100)
const disturbances = Math.max(8, Math.ceil(jobs / 50))
const timeout = drillMs + jobs * 500

const isLinux = process.platform === 'linux'
const missing = isLinux ? unlessPostgres : ' (skipped: only Linux tells which processes are left)'
const title = `two web and three worker processes, killed again and again${missing}`

describe.skipIf(!hasPostgres || !isLinux)(title, () => {
  const postgres = ownPostgres()

  it(`and a database that restarts: ${jobs} acknowledged jobs end exactly once`, {
    timeout,
  }, async () => {
    const database = await postgres()
    const cluster = await makeDrillCluster({
      url: database.url,
      settings: { ASSAY_JOB_SLOTS: '6', ASSAY_CACHE_JOB: '24h' },
    })
    cluster.slowDown('Look', 'Hash', 'Act')
    const random = randomFrom(seed)
    const nodes = ['web-1', 'web-2', 'worker-1', 'worker-2', 'worker-3'].map(
      (name): Watched => ({
        name,
        kind: name.startsWith('web') ? 'web' : 'worker',
        server: undefined,
      }),
    )
    const webs = nodes.filter(({ kind }) => kind === 'web')
    const chaos = makeChaos(cluster, nodes, database, random)
    await chaos.startAll()

    const acknowledged: Acknowledged[] = []
    const firstSeen = new Map<string, End>()
    const share = jobs / (disturbances + 1)
    let allowed = share
    let count = 0
    const submitting = async () => {
      while (count < jobs) {
        // Spread over the whole drill: else a fast machine would be done before the first kill.
        await vi.waitUntil(() => count < allowed || count >= jobs, patient)
        if (count >= jobs) return
        const number = count
        count += 1
        const program = (['Look', 'Act', 'Hash', 'Look', 'Look'] as const)[
          number % 5
        ] as ProgramName
        // Now and then one that was sent before, or is being sent right now.
        const isAgain = program !== 'Act' && random() < 0.2
        const token = `token-${isAgain ? Math.max(0, number - 5 * Math.ceil(random() * 4)) : number}`
        acknowledged.push(await submitStubbornly(cluster, webs, random, program, token))
      }
    }
    const watching = async () => {
      while (count < jobs) {
        const { id } = acknowledged[Math.floor(random() * acknowledged.length)] ?? {}
        const end = id === undefined ? undefined : await lookAt(webs, id)
        if (id !== undefined && end && !firstSeen.has(id)) firstSeen.set(id, end)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const clients = Promise.all([...Array.from({ length: 6 }, submitting), watching()])
    for (let done = 1; done <= disturbances; done += 1) {
      await Promise.race([
        vi.waitUntil(() => acknowledged.length >= allowed - share / 2, patient),
        clients,
      ])
      await chaos.disturb()
      allowed += share
    }
    await clients
    await chaos.calm()
    await allEnded(cluster)

    const { ends, complaints } = await judgeAll(cluster, webs, acknowledged)
    expect(complaints).toEqual([])
    const changed = [...firstSeen].filter(
      ([id, end]) => JSON.stringify(ends.get(id)) !== JSON.stringify(end),
    )
    expect(changed).toEqual([])
    expect(chaos.kills.worker + chaos.kills.web + chaos.restarts()).toBe(disturbances)
    expect(await startedTooOften(cluster)).toEqual([])
    expect(await twoJobsForOne(cluster)).toEqual([])
    await leavesNothing(cluster, nodes)
    const failures = [...ends.values()].filter(({ status }) => status === 'Failure').length
    process.stdout.write(
      `seed ${seed}: ${acknowledged.length} acknowledged, ${ends.size} jobs, ${failures} failures; ` +
        `killed ${chaos.kills.web} web and ${chaos.kills.worker} worker processes, ` +
        `${chaos.restarts()} restarts of the database; ${firstSeen.size} ends seen on the way\n`,
    )
  })
})

const patient = { timeout, interval: 20 }

async function judgeAll(
  cluster: DrillCluster,
  webs: readonly Watched[],
  acknowledged: readonly Acknowledged[],
) {
  const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
  const ends = new Map<string, End>()
  const complaints: string[] = []
  for (const job of acknowledged) {
    const end = await vi.waitUntil(() => lookAt(webs, job.id), patience)
    ends.set(job.id, end)
    const verdict = judge(cluster, job, end, hashOf)
    if (verdict !== 'fine') complaints.push(verdict)
  }
  return { ends, complaints }
}

/** Also those that are unknown because their acknowledgement was lost. */
async function startedTooOften(cluster: DrillCluster) {
  const tooOften: string[] = []
  for (const program of ['Look', 'Hash', 'Act'] as const) {
    const counts = Map.groupBy(cluster.allStarts(program), (folder) => folder.slice(0, -17))
    for (const [job, starts] of counts)
      if (starts.length > (program === 'Act' ? 1 : 2)) tooOften.push(`${program} ${job}`)
  }
  for (const { id, attempts } of (await cluster.jobs()).values())
    if (attempts > 2) tooOften.push(id)
  return tooOften
}

/** Only a failed job may be run again for the next request. */
const twoJobsForOne = (cluster: DrillCluster) =>
  cluster.ask(`select cache_key, count(*)::int from jobs where type = 'analyzer' and status = 'Success'
    group by cache_key having count(*) > 1`)

async function leavesNothing(cluster: DrillCluster, nodes: readonly Watched[]): Promise<void> {
  const filesIn = (name: string, ...path: string[]) => {
    const folder = join(cluster.dataOf(name), ...path)
    return existsSync(folder) ? readdirSync(folder).map((file) => `${name}/${file}`) : []
  }
  const left = () =>
    nodes.flatMap(({ name }) => [...filesIn(name, 'jobs'), ...filesIn(name, 'spool')])
  const poll = { timeout: patience.timeout, interval: 500 }
  await expect.poll(left, poll).toEqual([])
  const running = () =>
    ['analyzer', 'responder'].flatMap((kind) => processesNaming(join(cluster.programsFolder, kind)))
  await expect.poll(running, poll).toEqual([])
  expect(await orphanedBlobs(cluster)).toEqual([])
  expect(
    await cluster.ask(`select id from jobs where attachment_id is not null
      and not exists (select from blobs where sha256 = attachment_id)`),
  ).toEqual([])
  const names = async () =>
    (await cluster.ask<{ name: string }>('select name from nodes order by name')).map(
      ({ name }) => name,
    )
  expect(await names()).toEqual(nodes.map(({ name }) => name))
  for (const { server } of nodes) expect((await server?.stop())?.code).toBe(0)
  expect(await names()).toEqual([])
}

/** Neither of a job or artifact, nor written down to be removed. */
const orphanedBlobs = (cluster: DrillCluster) =>
  cluster.ask(`select sha256 from blobs
    where not exists (select from jobs where attachment_id = sha256)
    and not exists (select from artifacts where attachment_id = sha256)
    and not exists (select from orphaned_blobs where orphaned_blobs.sha256 = blobs.sha256)`)
