import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createClient } from '@assay/contract'
import { onTestFinished } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { dataFolder, type Server, start } from '../program.ts'

const rootKey = 'key-of-the-first-user-0123456789abcdef'
const key = 'key-of-the-submitter-0123456789abcdef0'

/** Leaves a line as soon as it begins, and ends well when it may. */
const script = `#!/bin/sh
echo begun >> "$(dirname "$0")/runs"
while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.1; done
echo '{"success":true,"full":{"message":"done"},"operations":[]}' > "$1/output/output.json"
`

const programs = {
  Look: { type: 'analyzer', dataTypeList: ['other'], data: (n: number) => `token-${n}` },
  Act: {
    type: 'responder',
    dataTypeList: ['thehive:case'],
    data: (n: number) => ({ _id: `token-${n}`, title: 'x' }),
  },
} as const

export type ProgramName = keyof typeof programs

/** The built program with one analyzer and one responder, which end only when the test says so. */
export interface OutageDrill {
  readonly environment: Record<string, string>
  start(more?: Record<string, string>): Promise<Server>
  client(server: Server): ReturnType<typeof clientOf>
  /** Answers the ids. */
  submit(server: Server, program: ProgramName, count: number): Promise<string[]>
  statuses(server: Server, ids: readonly string[]): Promise<string[]>
  /** How often it was started. */
  runs(program: ProgramName): number
  /** Whoever runs, or will run, may end. */
  letEnd(program: ProgramName): Promise<void>
  /** Names of files in the spool. */
  spooled(): string[]
}

export async function makeOutageDrill(settings: Record<string, string>): Promise<OutageDrill> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-drill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const name of Object.keys(programs)) await writeProgram(folder, name as ProgramName)
  const data = settings.ASSAY_DATA_DIR ?? (await dataFolder())
  const environment = {
    ASSAY_DATA_DIR: data,
    ASSAY_ANALYZER_URLS: join(folder, 'analyzer'),
    ASSAY_RESPONDER_URLS: join(folder, 'responder'),
    ASSAY_JOB_RUNNERS: 'process',
    ASSAY_JOB_SANDBOX: 'off',
    ASSAY_JOB_SLOTS: '20',
    ASSAY_BOOTSTRAP_LOGIN: 'root',
    ASSAY_BOOTSTRAP_KEY: rootKey,
    ASSAY_LOG_LEVEL: 'warn',
    ...settings,
  }
  const place = (name: ProgramName, file: string) => join(folder, programs[name].type, name, file)
  let workers: Record<ProgramName, string> | undefined
  let count = 0
  return {
    environment,
    async start(more = {}) {
      const server = await start({ ...environment, ...more })
      workers ??= await enableAll(server)
      return server
    },
    client: (server) => clientOf(server),
    async submit(server, program, wanted) {
      const client = clientOf(server)
      const { type, dataTypeList, data: dataOf } = programs[program]
      const id = workers?.[program] ?? ''
      const ids: string[] = []
      for (let number = 0; number < wanted; number += 1) {
        count += 1
        const input = { data: dataOf(count), dataType: dataTypeList[0] }
        const job =
          type === 'analyzer'
            ? await client.runAnalyzer({ id }, input as never)
            : await client.runResponder({ id }, input as never)
        ids.push(job.id)
      }
      return ids
    },
    async statuses(server, ids) {
      const client = clientOf(server)
      return Promise.all(ids.map(async (id) => (await client.getJob({ id })).status))
    },
    runs(program) {
      const file = place(program, 'runs')
      return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
    },
    letEnd: (program) => writeFile(place(program, 'go'), ''),
    spooled() {
      const spool = join(data, 'spool')
      return existsSync(spool) ? readdirSync(spool).filter((name) => name.endsWith('.json')) : []
    },
  }
}

function clientOf(server: Server, credential = key) {
  return createClient(contract, {
    baseUrl: server.address,
    headers: () => ({ authorization: `Bearer ${credential}` }),
  })
}

async function enableAll(server: Server): Promise<Record<ProgramName, string>> {
  const root = clientOf(server, rootKey)
  await root.createOrganization({ name: 'alpha', description: 'x' })
  const roles = ['read', 'analyze', 'orgadmin']
  await root.createUser({ login: 'ada', name: 'Ada', organization: 'alpha', roles, key })
  const client = clientOf(server)
  const look = await client.enableAnalyzer({ id: 'Look_1_0' }, { name: 'Look' })
  const act = await client.enableResponder({ id: 'Act_1_0' }, { name: 'Act' })
  return { Look: look.id, Act: act.id }
}

function writeProgram(root: string, name: ProgramName): Promise<void> {
  const { type, dataTypeList } = programs[name]
  return writeFixtureProgram(join(root, type), { name, dataTypeList, script })
}
