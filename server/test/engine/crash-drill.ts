import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { contract, createClient } from '@assay/contract'
import { onTestFinished } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { type Server, start } from '../program.ts'

const rootKey = 'key-of-the-first-user-0123456789abcdef'
const key = 'key-of-the-submitter-0123456789abcdef0'

/** Each leaves a line in \`runs\` as soon as it begins: what it did to the world. */
const beginning = `tr -d '\\n' < "$1/input/input.json" >> "$(dirname "$0")/runs"
echo >> "$(dirname "$0")/runs"
sleep 0.$(( $$ % 4 ))`

const programs = {
  Look: {
    type: 'analyzer',
    dataTypeList: ['other'],
    script: `${beginning}
{ printf '{"success":true,"summary":{},"artifacts":[],"operations":[],"full":{"input":'
cat "$1/input/input.json"; printf '}}'; } > "$1/output/output.json"`,
  },
  Hash: {
    type: 'analyzer',
    dataTypeList: ['file'],
    script: `${beginning}
hash=$(cat "$1"/input/attachment* | sha256sum | cut -c 1-64)
printf '{"success":true,"full":{"sha256":"%s"},"artifacts":[]}' "$hash" > "$1/output/output.json"`,
  },
  Act: {
    type: 'responder',
    dataTypeList: ['thehive:case'],
    script: `${beginning}
echo '{"success":true,"full":{"message":"done"},"operations":[]}' > "$1/output/output.json"`,
  },
} as const

export type ProgramName = keyof typeof programs

/** A submission that was answered with 200. */
export interface Acknowledged {
  readonly id: string
  readonly program: ProgramName
  /** Different for each; for a file the SHA-256 of its content. */
  readonly token: string
}

export interface Drill {
  start(): Promise<Server>
  /** On several connections, until the server is gone or the number is reached. */
  submitAll(server: Server, connections: number, most: number): Promise<Acknowledged[]>
  readonly key: string
  client(server: Server): ReturnType<typeof clientOf>
  /** The tokens that the program saw, one for each time that it was started. */
  runsOf(program: ProgramName): string[]
}

export async function makeDrill(settings: Record<string, string>): Promise<Drill> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-drill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const name of Object.keys(programs)) await writeProgram(folder, name as ProgramName)
  const environment = {
    ...settings,
    ASSAY_ANALYZER_URLS: join(folder, 'analyzer'),
    ASSAY_RESPONDER_URLS: join(folder, 'responder'),
    ASSAY_JOB_RUNNERS: 'process',
    ASSAY_JOB_SANDBOX: 'off',
    ASSAY_JOB_SLOTS: '6',
    ASSAY_BOOTSTRAP_LOGIN: 'root',
    ASSAY_BOOTSTRAP_KEY: rootKey,
    ASSAY_LOG_LEVEL: 'warn',
  }
  let workers: Record<ProgramName, string> | undefined
  let count = 0
  return {
    async start() {
      const server = await start(environment)
      workers ??= await enableAll(server)
      return server
    },
    key,
    client: (server) => clientOf(server),
    async submitAll(server, connections, most) {
      const acknowledged: Acknowledged[] = []
      let left = most
      const submit = async () => {
        while (left > 0 && workers) {
          left -= 1
          count += 1
          const program = (['Look', 'Act', 'Hash', 'Look'] as const)[count % 4] as ProgramName
          const done = await submitOne(server, workers[program], program, count).catch(gone)
          if (!done) return
          acknowledged.push(done)
        }
      }
      await Promise.all(Array.from({ length: connections }, submit))
      return acknowledged
    },
    runsOf(program) {
      const file = join(folder, programs[program].type, program, 'runs')
      if (!existsSync(file)) return []
      return readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => tokensIn(line))
    },
  }
}

const gone = () => undefined

/** Two programs may have written their lines into each other; the tokens stay whole. */
const tokensIn = (line: string) => line.match(/token-\d+-end/g) ?? []

async function submitOne(
  server: Server,
  worker: string,
  program: ProgramName,
  count: number,
): Promise<Acknowledged> {
  const token = `token-${count}-end`
  const path = `/api/${programs[program].type}/${worker}/run`
  const body = bodyOf(program, token)
  const response = await fetch(server.address + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body,
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`not accepted: ${response.status} ${text}`)
  return { id: JSON.parse(text).id, program, token }
}

function bodyOf(program: ProgramName, token: string): string | FormData {
  if (program === 'Look') return JSON.stringify({ data: token, dataType: 'other' })
  if (program === 'Act')
    return JSON.stringify({ data: { _id: token, title: 'x' }, dataType: 'thehive:case' })
  const form = new FormData()
  form.set('attachment', new Blob([contentOf(token)]), token)
  form.set('_json', JSON.stringify({ dataType: 'file' }))
  return form
}

const contentOf = (token: string) => token.repeat(5000)

export const hashOf = (token: string) => createHash('sha256').update(contentOf(token)).digest('hex')

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
  const hash = await client.enableAnalyzer({ id: 'Hash_1_0' }, { name: 'Hash' })
  const act = await client.enableResponder({ id: 'Act_1_0' }, { name: 'Act' })
  return { Look: look.id, Hash: hash.id, Act: act.id }
}

function writeProgram(root: string, name: ProgramName): Promise<void> {
  const { type, dataTypeList, script } = programs[name]
  return writeFixtureProgram(join(root, type), { name, dataTypeList, script })
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Power is cut after this time, whatever the program is doing. */
export async function killAfter(server: Server, ms: number): Promise<void> {
  await after(ms)
  server.child.kill('SIGKILL')
  await server.ended
}
