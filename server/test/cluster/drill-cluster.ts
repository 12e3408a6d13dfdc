import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract, createClient } from '@assay/contract'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { copyPostgres } from '../postgres-databases.ts'
import { type Server, start } from '../program.ts'
import {
  type ProgramName,
  programFolder,
  programNames,
  programs,
  writePrograms,
} from './drill-programs.ts'

const rootKey = 'key-of-the-first-user-0123456789abcdef'
export const key = 'key-of-the-submitter-0123456789abcdef0'
/** Leases run for thirty seconds, and the machine may be busy with something else. */
export const patience = { timeout: 180_000, interval: 200 }

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

/** Processes of the built program on one PostgreSQL, each with a data folder of its own. */
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
  /** From now on programs wait, until they may end. */
  hold(...names: ProgramName[]): void
  letEnd(...names: ProgramName[]): void
  /** Each run takes up to a second, so that a kill meets some of them. */
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
  const folder = await mkdtemp(join(tmpdir(), 'assay-cluster-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await writePrograms(folder)
  const direct = url ?? (await newDatabase())
  const shared = {
    ASSAY_DATABASE_URL: direct,
    ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
    ASSAY_ANALYZER_URLS: join(folder, 'analyzer'),
    ASSAY_RESPONDER_URLS: join(folder, 'responder'),
    ASSAY_JOB_RUNNERS: 'process',
    ASSAY_JOB_SANDBOX: 'off',
    ASSAY_BOOTSTRAP_LOGIN: 'root',
    ASSAY_BOOTSTRAP_KEY: rootKey,
    ASSAY_LOG_LEVEL: 'warn',
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
    const worker = (await workers)?.[program]
    const body = bodyOf(program, token)
    return fetch(`${server.address}/api/${programs[program].type}/${worker}/run`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      body,
    })
  }
  // What a failed test leaves waiting would wait on.
  onTestFinished(() => {
    for (const name of programNames) rmSync(holdFile(name), { force: true })
  })
  return {
    url: direct,
    programsFolder: folder,
    dataOf,
    async web(name, more) {
      const server = await begin(name, 'engine', more)
      workers ??= enableAll(server)
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

/** A machine that is busy enough lets a database look as if it was away. */
async function patiently<T>(call: () => Promise<Response>): Promise<T> {
  for (;;) {
    const response = await call()
    const text = await response.text()
    if (response.status === 200) return JSON.parse(text)
    if (response.status !== 503) throw new Error(`refused: ${response.status} ${text}`)
    await sleep(200)
  }
}

async function newDatabase(): Promise<string> {
  const { at, release } = await copyPostgres()
  onTestFinished(async () => void (await release()))
  return 'url' in at ? at.url : ''
}

export const contentOf = (token: string) => `${token}\n`.repeat(3_000)

function bodyOf(program: ProgramName, token: string): string | FormData {
  if (program === 'Act')
    return JSON.stringify({ data: { _id: token, title: 'x' }, dataType: 'thehive:case' })
  if (program !== 'Hash') return JSON.stringify({ data: token, dataType: 'other' })
  const form = new FormData()
  form.set('attachment', new Blob([contentOf(token)]), token)
  form.set('_json', JSON.stringify({ dataType: 'file' }))
  return form
}

async function enableAll(server: Server): Promise<Record<string, string>> {
  const as = (credential: string) =>
    createClient(contract, {
      baseUrl: server.address,
      headers: () => ({ authorization: `Bearer ${credential}` }),
    })
  await as(rootKey).createOrganization({ name: 'alpha', description: 'x' })
  const roles = ['read', 'analyze', 'orgadmin']
  await as(rootKey).createUser({ login: 'ada', name: 'Ada', organization: 'alpha', roles, key })
  const client = as(key)
  const enabled: Record<string, string> = {}
  for (const name of programNames) {
    const definition = { id: `${name}_1_0` }
    const { id } =
      programs[name].type === 'analyzer'
        ? await client.enableAnalyzer(definition, { name })
        : await client.enableResponder(definition, { name })
    enabled[name] = id
  }
  return enabled
}
