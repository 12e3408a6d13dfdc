import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client, ClusterNode, contract } from '@assay/contract'
import { vi } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { patienceMs } from '../patience.ts'
import { migratedPostgres } from '../places.ts'
import { dataFolder, type Ended, run, type Server, start } from '../program.ts'
import { bootstrap, clientOf, makeAda, newProgramFolder, rootKey } from '../submitter.ts'

/** Several programs share the machine. */
export const patience = { timeout: 2 * patienceMs, interval: 100 }

type Environment = Record<string, string>

export interface Cluster {
  readonly root: Client<typeof contract>
  readonly admin: Client<typeof contract>
  readonly folder: string
  /** A process that only runs jobs, with its own programs. */
  startWorker(name: string, scripts: Environment, environment?: Environment): Promise<Server>
  /** `assay …` on the same database. */
  command(...args: string[]): Promise<Ended>
  /** Enables a definition and answers the id of the worker. */
  enable(name: string, input?: Record<string, unknown>): Promise<string>
  submit(workerId: string, data?: string): Promise<string>
  /** What the program said in its report. */
  said(jobId: string): Promise<unknown>
  node(name: string): Promise<ClusterNode | undefined>
  hasState(name: string, state: ClusterNode['state'] | undefined): Promise<void>
}

/** A shell script that says who ran it. */
export const saying = (word: string) =>
  `echo '{"success":true,"full":{"said":"${word}"},"operations":[]}' > "$1/output/output.json"`

/**
 * Processes on one PostgreSQL: one that answers requests and runs nothing, with definitions whose
 * programs it does not have, and those that a test starts in addition.
 */
export async function startCluster(
  names: readonly string[],
  environment: Environment = {},
): Promise<Cluster> {
  const folder = await newProgramFolder()
  const shared = {
    ASSAY_DATABASE_URL: await migratedPostgres(),
    ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
    ASSAY_JOB_SANDBOX: 'off',
    ASSAY_JOB_POOLS: 'gpu',
    ASSAY_LOG_LEVEL: 'warn',
    ...environment,
  }
  for (const name of names) await writeFixtureProgram(join(folder, 'api'), { name })
  const api = await start({
    ...shared,
    ASSAY_DATA_DIR: await dataFolder(),
    ASSAY_ROLES: 'engine',
    ASSAY_NODE_NAME: 'api',
    ASSAY_ANALYZER_URLS: join(folder, 'api'),
    ...bootstrap,
  })
  const root = clientOf(api, rootKey)
  const admin = await makeAda(api)
  const node = async (name: string) =>
    (await root.listNodes()).nodes?.find((one) => one.name === name)
  return {
    root,
    admin,
    folder,
    async startWorker(name, scripts, further = {}) {
      const programs = join(folder, name)
      await mkdir(programs, { recursive: true })
      for (const [program, script] of Object.entries(scripts))
        await writeFixtureProgram(programs, { name: program, script })
      return start({
        ...shared,
        ASSAY_DATA_DIR: await dataFolder(),
        ASSAY_ROLES: 'worker',
        ASSAY_NODE_NAME: name,
        ASSAY_ANALYZER_URLS: programs,
        ASSAY_JOB_RUNNERS: 'process',
        ...further,
      })
    },
    command: async (...args) => run({ ...shared, ASSAY_DATA_DIR: await dataFolder() }, args).ended,
    async enable(name, input = {}) {
      const id = `${name}_1_0`
      return (await admin.enableAnalyzer({ id }, { name, ...input })).id
    },
    submit: async (id, data = '1.1.1.1') =>
      (await admin.runAnalyzer({ id }, { data, dataType: 'ip' })).id,
    async said(id) {
      const { status, report } = await vi.waitUntil(async () => {
        const job = await admin.waitReport({ id }, { atMost: '10second' })
        return job.status === 'Waiting' || job.status === 'InProgress' ? undefined : job
      }, patience)
      const { full, errorMessage } = report as { full?: { said?: string }; errorMessage?: string }
      return status === 'Success' ? full?.said : errorMessage
    },
    node,
    hasState: async (name, state) =>
      void (await vi.waitFor(async () => {
        const { state: present } = (await node(name)) ?? {}
        if (present !== state) throw new Error(`${name} is ${present}, not ${state}`)
      }, patience)),
  }
}
