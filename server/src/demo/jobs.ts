import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Insertable } from 'kysely'
import type { Deps } from '../deps.ts'
import { cacheKey } from '../domain/cache-key.ts'
import { reportBody } from '../domain/report.ts'
import { storeArtifacts } from '../engine/execution/store-artifacts.ts'
import { insertArtifacts } from '../engine/job-rows/artifacts.ts'
import { newJobId } from '../engine/jobs/submit.ts'
import type { WorkerRow } from '../engine/workers/store.ts'
import { attachmentColumns, type StoredFile } from '../storage/blobs/attachments.ts'
import type { Db } from '../storage/database.ts'
import { transact } from '../storage/rows/prepared.ts'
import type { ArtifactTable, JobTable } from '../storage/tables/jobs.ts'
import { type Analyzed, type Analyzers, analyzersFor } from './analyzers.ts'
import { type Chance, day, officeHours } from './chance.ts'
import { failedAfterMs, failureOf, networkFailure } from './failures.ts'
import { type DemoObservable, foundToday, isFile, observables } from './observables.ts'
import { demoOrganization } from './users.ts'

export interface PastJob {
  readonly id: string
  readonly at: number
  readonly login: string
  readonly worker: WorkerRow
  readonly observable: DemoObservable
  readonly tlp: number
  /** Why there is no report. */
  readonly failure?: string | undefined
  /** Otherwise this is it. */
  readonly analyzed?: Analyzed | undefined
  readonly ms: number
}

/** The newest entries of the block list came this long ago. */
export const listsChangedMs = 9 * day

export interface JobMakers {
  readonly chance: Chance
  readonly analyzers: Analyzers
  readonly workers: ReadonlyMap<string, WorkerRow>
  readonly now: number
}

/** What people looked up in a month: some values repeatedly, some once. */
export async function pastJobs(makers: JobMakers): Promise<PastJob[]> {
  const { chance, analyzers, now } = makers
  const moments = officeHours(chance, now, { days: 30, count: 410, recent: 14 })
  const familiar = moments.flatMap((at) => {
    const observable = chance.pickFamiliar(observables)
    const fitting = analyzersFor(observable)
    const chosen = chance.next() < 0.7 ? fitting : [chance.pick(fitting)]
    const common = {
      at,
      observable,
      login: chance.next() < 0.75 ? 'analyst' : 'admin',
      tlp: chance.pick([1, 2, 2, 2, 2, 3]),
    }
    const lookups = chance.next() < 0.22 ? networkFailure(chance, observable) : []
    return [
      ...chosen.map((name) => ({ ...common, name, failure: failureOf(chance, name) })),
      ...lookups.map((lookup) => ({ ...common, ...lookup })),
    ]
  })
  const planned = [...familiar, ...firstLooks(now)]
  return await Promise.all(
    planned.map(async ({ name, at, ...job }) => ({
      ...job,
      id: newJobId(at),
      at,
      worker: requireWorker(makers, name),
      ms: job.failure === undefined ? chance.between(4, 180) : failedAfterMs(job.failure),
      analyzed:
        job.failure === undefined
          ? await analyzers.analyze(name, job.observable, at < now - listsChangedMs)
          : undefined,
    })),
  )
}

const firstLooks = (now: number) =>
  foundToday.flatMap(([hours, observable]) =>
    analyzersFor(observable).map((name, place) => ({
      at: now - (hours * day) / 24 + place * 1_000,
      observable,
      login: 'analyst',
      tlp: 2,
      name,
      failure: undefined,
    })),
  )

export function requireWorker({ workers }: Pick<JobMakers, 'workers'>, name: string): WorkerRow {
  const worker = workers.get(name)
  if (!worker) throw new Error(`There is no worker ${name}`)
  return worker
}

/** All of them or none, in one transaction. */
export async function storeJobs(deps: Deps, jobs: readonly PastJob[]): Promise<void> {
  const files = await keepFiles(deps, jobs)
  const rows: Insertable<JobTable>[] = []
  const reports: { job_id: string; organization: string; body: string }[] = []
  const artifacts: Insertable<ArtifactTable>[] = []
  for (const job of jobs) {
    const report = job.analyzed?.report
    const failure = job.failure ?? (report?.status === 'Failure' ? report.message : undefined)
    rows.push(rowOf(job, files, failure))
    if (report?.status !== 'Success') continue
    const past = { ...deps, clock: { ...deps.clock, now: () => job.at + job.ms } }
    const owner = { id: job.id, organization: demoOrganization, created_by: job.login }
    const stored = await storeArtifacts(
      past,
      owner,
      job.analyzed?.folder ?? '',
      report.artifacts,
      true,
    )
    const shown = JSON.stringify(stored.map((artifact) => artifact.shown))
    reports.push({
      job_id: job.id,
      organization: demoOrganization,
      body: reportBody(report, shown),
    })
    artifacts.push(...stored.map(({ row }) => row))
  }
  await deps.db.transaction().execute(async (tx) => {
    await inPortions(rows, (portion) => tx.insertInto('jobs').values(portion).execute())
    await inPortions(reports, (portion) => tx.insertInto('reports').values(portion).execute())
  })
  await transact(deps.db as Db, () => insertArtifacts(artifacts))
}

/** A statement has a limit of bound values, 32,766 in SQLite; a job has 38. */
async function inPortions<T>(rows: readonly T[], insert: (portion: T[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += 200) await insert(rows.slice(at, at + 200))
}

/** The files that were submitted, by name. */
export async function keepFiles(
  { blobs }: Pick<Deps, 'blobs'>,
  jobs: readonly { readonly observable: DemoObservable }[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const files = new Map<string, StoredFile>()
  for (const { observable } of jobs) {
    if (!isFile(observable) || files.has(observable.name)) continue
    const { name, contentType, content } = observable
    const staged = await blobs.stage(Readable.from([Buffer.from(content)]))
    await staged.keep()
    const { sha256, sha1, md5, size } = staged
    files.set(name, { sha256, sha1, md5, size, name, contentType })
  }
  return files
}

function rowOf(
  { id, at, login, worker, observable, tlp, ms }: PastJob,
  files: ReadonlyMap<string, StoredFile>,
  failure: string | undefined,
): Insertable<JobTable> {
  const file = isFile(observable) ? files.get(observable.name) : undefined
  const data = isFile(observable) ? null : observable.data
  const start = at + 3
  return {
    id,
    organization: demoOrganization,
    type: worker.type,
    worker_id: worker.id,
    worker_name: worker.name,
    worker_definition_id: worker.definition_id,
    status: failure === undefined ? 'Success' : 'Failure',
    data_type: observable.dataType,
    data,
    data_hash: data === null ? null : hash('sha256', data),
    ...attachmentColumns(file),
    tlp,
    pap: 2,
    message: '',
    parameters: '{}',
    label: null,
    cache_key: cacheKey({
      workerId: worker.id,
      definitionId: worker.definition_id,
      configurationHash: worker.configuration_hash,
      dataType: observable.dataType,
      tlp,
      pap: 2,
      data: file ? `file:${file.sha256}` : `text:${data}`,
      parameters: {},
    }),
    error_message: failure ?? null,
    input: null,
    runner: 'builtin',
    priority: 0,
    turn: 0,
    attempts: 1,
    locked_by: null,
    locked_until: null,
    start_date: start,
    end_date: start + ms,
    created_at: at,
    created_by: login,
    updated_at: start + ms,
    updated_by: login,
  }
}
