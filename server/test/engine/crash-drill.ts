import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { writeFixtureProgram } from '../fixture-program.ts'
import { type Server, start } from '../program.ts'
import {
  clientOf,
  enableAll,
  key,
  newProgramFolder,
  programSettings,
  questionOf,
  submitTo,
} from '../submitter.ts'

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
  submitAll(
    server: Server,
    connections: number,
    most: number,
    onAcknowledged?: (count: number) => void,
  ): Promise<Acknowledged[]>
  readonly key: string
  client(server: Server): ReturnType<typeof clientOf>
  /** The tokens that the program saw, one for each time that it was started. */
  runsOf(program: ProgramName): string[]
}

export async function makeDrill(settings: Record<string, string>): Promise<Drill> {
  const folder = await newProgramFolder()
  for (const name of Object.keys(programs)) await writeProgram(folder, name as ProgramName)
  const environment = {
    ...settings,
    ...programSettings(folder),
    ASSAY_JOB_SLOTS: '6',
  }
  let workers: Record<ProgramName, string> | undefined
  let count = 0
  return {
    async start() {
      const server = await start(environment)
      workers ??= await enableAll(server, programs)
      return server
    },
    key,
    client: (server) => clientOf(server),
    async submitAll(server, connections, most, onAcknowledged) {
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
          onAcknowledged?.(acknowledged.length)
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
  const { type, dataTypeList } = programs[program]
  const body = questionOf(dataTypeList[0], token, contentOf(token))
  const response = await submitTo(server, type, worker, body)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`not accepted: ${response.status} ${text}`)
  return { id: JSON.parse(text).id, program, token }
}

const contentOf = (token: string) => token.repeat(5000)

export const hashOf = (token: string) => createHash('sha256').update(contentOf(token)).digest('hex')

function writeProgram(root: string, name: ProgramName): Promise<void> {
  const { type, dataTypeList, script } = programs[name]
  return writeFixtureProgram(join(root, type), { name, dataTypeList, script })
}

/**
 * Of one run of a drill; printed, so that a failure can be repeated. Never in the title of a test: what
 * failed is looked for by its title when the file runs again.
 */
export function drillSeed(): number {
  const seed = Number(process.env.DRILL_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`DRILL_SEED=${seed} repeats this drill\n`)
  return seed
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
