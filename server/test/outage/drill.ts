import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFixtureProgram } from '../fixture-program.ts'
import { dataFolder, type Server, start } from '../program.ts'
import { clientOf, enableAll, newProgramFolder, programSettings } from '../submitter.ts'

/** Leaves a line as soon as it begins, and succeeds when released. */
const script = `#!/bin/sh
echo begun >> "$(dirname "$0")/runs"
while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.3; done
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
  /** Any running or future job may end. */
  letEnd(program: ProgramName): Promise<void>
  /** Names of files in the spool. */
  spooled(): string[]
}

export async function makeOutageDrill(settings: Record<string, string>): Promise<OutageDrill> {
  const folder = await newProgramFolder()
  for (const name of Object.keys(programs)) await writeProgram(folder, name as ProgramName)
  const data = settings.ASSAY_DATA_DIR ?? (await dataFolder())
  const environment = {
    ASSAY_DATA_DIR: data,
    ...programSettings(folder),
    ASSAY_JOB_SLOTS: '20',
    ...settings,
  }
  const place = (name: ProgramName, file: string) => join(folder, programs[name].type, name, file)
  let workers: Record<ProgramName, string> | undefined
  let count = 0
  return {
    environment,
    async start(more = {}) {
      const server = await start({ ...environment, ...more })
      workers ??= await enableAll(server, programs)
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

function writeProgram(root: string, name: ProgramName): Promise<void> {
  const { type, dataTypeList } = programs[name]
  return writeFixtureProgram(join(root, type), { name, dataTypeList, script })
}
