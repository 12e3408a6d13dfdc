import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, vi } from 'vitest'
import { onlyPostgres } from '../databases.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { migratedPostgres } from '../places.ts'
import { type Server, start } from '../program.ts'
import {
  enableAll,
  key,
  newProgramFolder,
  programSettings,
  questionOf,
  submitTo,
} from '../submitter.ts'
import {
  type ProgramName,
  programFolder,
  programNames,
  programs,
  writePrograms,
} from './drill-programs.ts'

/** Leases run for thirty seconds, and the machine may be busy with something else. */
export const patience = { timeout: 3 * patienceMs, interval: 200 }
/** For a whole drill, in which leases run out and processes are started again. */
export const drillMs = 10 * patienceMs

/** All of them need it; in the titles of their groups, as with other skipped tests. */
export const hasPostgres = onlyPostgres.length > 0
export const unlessPostgres = hasPostgres
  ? ''
  : ' (skipped: PostgreSQL is left to npm test -- --all)'
export const describeDrill = (title: string, body: () => void) =>
  describe.skipIf(!hasPostgres)(`${title}${unlessPostgres}`, body)

type Environment = Record<string, string>

/** What the programs say. */
interface Full {
  readonly folder?: string
  readonly sha256?: string
  readonly input?: { readonly data?: string }
}

export interface End {
  readonly id: string
  readonly status: string
  readonly endDate?: number
  readonly errorMessage?: string
  readonly report?: { readonly full?: Full }
}

/** What the database has of a job, asked past every proxy. */
export interface JobState {
  readonly id: string
  readonly status: string
  readonly run: number
  readonly attempts: number
  readonly is_expired: boolean
}

/** Processes of the built program on one PostgreSQL, each with its own data folder. */
export interface DrillCluster {
  /** The same name has the same data folder again. */
  web(name: string, more?: Environment): Promise<Server>
  worker(name: string, more?: Environment): Promise<Server>
  dataOf(name: string): string
  /** Answers the id. Comes again after a 503, as clients do, and after nothing else. */
  submit(server: Server, program: ProgramName, token: string): Promise<string>
  request(server: Server, program: ProgramName, token: string): Promise<Response>
  end(server: Server, id: string): Promise<End>
  /** Names of the folders of the job's runs, in the order of their start. */
  startsOf(program: ProgramName, id: string): string[]
  allStarts(program: ProgramName): string[]
  /** From now on programs wait until they are released. */
  hold(...names: ProgramName[]): void
  letEnd(...names: ProgramName[]): void
  /** Each run takes up to a second, so a kill hits some of them. */
  slowDown(...names: ProgramName[]): void
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  jobs(): Promise<Map<string, JobState>>
  hasEnded(id: string): Promise<void>
  spooled(name: string): string[]
  jobFolders(name: string): string[]
  /** The database itself. */
  readonly url: string
  /** Part of the command line of every program. */
  readonly programsFolder: string
}

export async function makeDrillCluster({
  url,
  settings = {},
}: {
  url?: string
  settings?: Environment
}): Promise<DrillCluster> {
  const folder = await newProgramFolder()
  await writePrograms(folder)
  const direct = url ?? (await migratedPostgres())
  const shared = {
    ASSAY_DATABASE_URL: direct,
    ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
    ...programSettings(folder),
    ...settings,
  }
  const dataOf = (name: string) => join(folder, 'data', name)
  const begin = (name: string, roles: string, more: Environment = {}) =>
    start({
      ...shared,
      ASSAY_DATA_DIR: dataOf(name),
      ASSAY_NODE_NAME: name,
      ASSAY_ROLES: roles,
      ...more,
    })
  let workers: Promise<Record<string, string>> | undefined
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: direct })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const jobs = async () => {
    const rows = await ask<JobState>(
      `select id, status, run::int, attempts::int, coalesce(locked_until <
        extract(epoch from clock_timestamp()) * 1000, false) as is_expired from jobs`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  }
  const startsFile = (name: ProgramName) => join(programFolder(folder, name), 'starts')
  const holdFile = (name: ProgramName) => join(programFolder(folder, name), 'hold')
  const allStarts = (name: ProgramName) =>
    existsSync(startsFile(name))
      ? readFileSync(startsFile(name), 'utf8').split('\n').filter(Boolean)
      : []
  const filesIn = (path: string) => (existsSync(path) ? readdirSync(path) : [])
  const request = async (server: Server, program: ProgramName, token: string) => {
    const { type, dataTypeList } = programs[program]
    const body = questionOf(dataTypeList[0], token, contentOf(token))
    return submitTo(server, type, (await workers)?.[program], body)
  }
  // What a failed test leaves waiting would wait on.
  atEnd(() => {
    for (const name of programNames) rmSync(holdFile(name), { force: true })
  })
  return {
    url: direct,
    programsFolder: folder,
    dataOf,
    async web(name, more) {
      const server = await begin(name, 'engine', more)
      workers ??= enableAll(server, programs)
      await workers
      return server
    },
    worker: (name, more) => begin(name, 'worker', more),
    request,
    submit: async (server, program, token) =>
      (await patiently<End>(() => request(server, program, token))).id,
    end: (server, id) => patiently(() => server.call('GET', `/api/job/${id}/report`, { key })),
    allStarts,
    startsOf: (program, id) => allStarts(program).filter((name) => name.includes(`-${id}-`)),
    hold: (...names) => {
      for (const name of names) writeFileSync(holdFile(name), '')
    },
    letEnd: (...names) => {
      for (const name of names) rmSync(holdFile(name), { force: true })
    },
    slowDown: (...names) => {
      for (const name of names) writeFileSync(join(programFolder(folder, name), 'slow'), '')
    },
    ask,
    jobs,
    hasEnded: async (id) =>
      void (await vi.waitUntil(
        async () => /Success|Failure/.test((await jobs()).get(id)?.status ?? ''),
        patience,
      )),
    spooled: (name) => filesIn(join(dataOf(name), 'spool')),
    jobFolders: (name) => filesIn(join(dataOf(name), 'jobs')),
  }
}

/** On a busy enough machine a database can seem unavailable. */
async function patiently<T>(call: () => Promise<Response>): Promise<T> {
  for (;;) {
    const response = await call()
    const text = await response.text()
    if (response.status === 200) return JSON.parse(text)
    if (response.status !== 503) throw new Error(`refused: ${response.status} ${text}`)
    await sleep(200)
  }
}

export const contentOf = (token: string) => `${token}\n`.repeat(3_000)
