import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { GuardedResponse } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { type Server, start } from '../program.ts'
import {
  clientOf,
  enableAll,
  key,
  newProgramFolder,
  programSettings,
  rootKey,
} from '../submitter.ts'
import { drillSeed, killAfter, randomFrom } from './crash-drill.ts'

const seed = drillSeed()
/** 200 of them are in order before a release: `DRILL_KILLS=200`. */
const kills = Number(process.env.DRILL_KILLS ?? 3)
/** Killed before its job was stored, an undo is tried again three minutes later, and so may be the one after it. */
const settledWithin = 10 * patienceMs
const timeout = settledWithin + (4 + kills) * patienceMs

/** Leaves a line as soon as it begins: what it did to the world. */
const script = `grep -o 'token-[0-9]*-end' "$1/input/input.json" | head -1 >> "$(dirname "$0")/runs"
sleep 0.$(( $$ % 3 ))
echo '{"success":true,"full":{"message":"done"},"operations":[]}' > "$1/output/output.json"`

const programs = { Block: { type: 'responder' }, Unblock: { type: 'responder' } } as const
const password = 'a long password'

describe.each(migratedPlaces)('on $database, killed again and again', ({ settings }) => {
  it('a responder that is asked for, approved and undone runs once each', {
    timeout,
  }, async () => {
    const folder = await newProgramFolder()
    for (const name of Object.keys(programs))
      await writeFixtureProgram(join(folder, 'responder'), {
        name,
        dataTypeList: ['other'],
        script,
      })
    const environment = { ...(await settings()), ...programSettings(folder), ASSAY_JOB_SLOTS: '4' }
    const random = randomFrom(seed)
    const life = await livesOf(() => start(environment))
    const ids = await prepare(life.server())
    const headers = await signIn(life.server())

    let isOver = false
    let count = 0
    const stories: Story[] = []
    const people = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        count += 1
        const story: Story = { token: `token-${count}-end`, wanted: kindsOf(count) }
        stories.push(story)
        await tell(life, story, { responder: ids.Block, headers })
      }
    })
    const told = Promise.all(people)
    // It is awaited after the last kill.
    told.catch(() => undefined)
    for (let kill = 0; kill < kills; kill += 1) {
      await killAfter(life.server(), 200 + random() * 1_500)
      await life.next()
    }
    isOver = true
    await told

    await expect
      .poll(async () => (await responsesOf(life.server())).filter(isUnsettled), {
        timeout: settledWithin,
        interval: 2_000,
      })
      .toEqual([])
    const responses = await responsesOf(life.server())
    const runs = runsIn(join(folder, 'responder', 'Block'))
    const undos = runsIn(join(folder, 'responder', 'Unblock'))
    const verdicts = stories.map((story) => judge(story, responses, runs, undos))
    expect(verdicts.filter((verdict) => verdict !== 'fine')).toEqual([])
    expect(stories.length).toBeGreaterThan(kills)
    const states = Object.groupBy(responses, ({ state }) => state)
    const shown = Object.entries(states).map(([state, of]) => `${of?.length} ${state}`)
    if (process.env.DRILL_KILLS)
      process.stderr.write(`${kills} kills, ${stories.length} requests: ${shown.join(', ')}\n`)
  })
})

type Wanted = 'run' | 'undo' | 'reject'

interface Story {
  readonly token: string
  readonly wanted: Wanted
  job?: string
}

const kindsOf = (count: number): Wanted =>
  (['run', 'undo', 'undo', 'reject'] as const)[count % 4] as Wanted

interface Lives {
  server(): Server
  next(): Promise<void>
  /** The same call again until a server has answered it. */
  ask(
    method: string,
    path: string,
    options: CallOptions,
  ): Promise<{ status: number; body: unknown }>
}

type CallOptions = Parameters<Server['call']>[2]

async function livesOf(make: () => Promise<Server>): Promise<Lives> {
  let server = await make()
  return {
    server: () => server,
    async next() {
      server = await make()
    },
    async ask(method, path, options) {
      for (;;) {
        try {
          const answer = await server.call(method, path, options)
          const body = await answer.json()
          if (answer.status < 500) return { status: answer.status, body }
        } catch {
          // Killed.
        }
        await after(50)
      }
    },
  }
}

async function prepare(server: Server) {
  const ids = await enableAll(server, programs)
  const ada = clientOf(server)
  await ada.setResponderPolicy(
    { id: ids.Block },
    { effect: 'contain', approval: 'always', inverse: { responder: ids.Unblock, parameters: {} } },
  )
  const roles = ['read', 'analyze']
  const eve = { login: 'eve', name: 'Eve', organization: 'alpha', roles, password }
  await clientOf(server, rootKey).createUser(eve)
  return ids
}

async function signIn(server: Server): Promise<Record<string, string>> {
  const answer = await server.call('POST', '/api/login', { input: { user: 'eve', password } })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  const token = cookies.find((cookie) => cookie.startsWith('CORTEX-XSRF-TOKEN='))?.split('=')[1]
  return { cookie: cookies.join('; '), 'x-cortex-xsrf-token': token ?? '' }
}

/** Ada asks, Eve decides, Ada takes it back; each of them repeats what was not answered. */
async function tell(
  { ask }: Lives,
  story: Story,
  { responder, headers }: { responder: string; headers: Record<string, string> },
): Promise<void> {
  const { token, wanted } = story
  const asked = await ask('POST', `/api/responder/${responder}/run`, {
    key,
    input: { data: token, dataType: 'other' },
    headers: { 'idempotency-key': token },
  })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  story.job = (asked.body as { id: string }).id
  const { body } = await ask('GET', `/api/response?jobId=${story.job}`, { key })
  const [response] = body as GuardedResponse[]
  const path = `/api/response/${response?.id}`
  await ask('POST', `${path}/${wanted === 'reject' ? 'reject' : 'approve'}`, { headers, input: {} })
  if (wanted === 'reject') return
  await ask('GET', `/api/job/${story.job}/waitreport?atMost=Inf`, { key })
  if (wanted === 'undo') await ask('POST', `${path}/undo`, { key, input: {} })
}

/** Page by page: an answer has fewer than were asked for. */
async function responsesOf(server: Server): Promise<GuardedResponse[]> {
  const all: GuardedResponse[] = []
  for (;;) {
    const page = `${all.length}-${all.length + 200}`
    const answer = await server.call('GET', `/api/response?range=${page}`, { key })
    const some = (await answer.json()) as GuardedResponse[]
    all.push(...some)
    if (some.length === 0 || all.length >= Number(answer.headers.get('x-total'))) return all
  }
}

const isUnsettled = ({ state, undoState }: GuardedResponse) =>
  ['asked', 'approved', 'running'].includes(state) ||
  undoState === 'planned' ||
  undoState === 'running'

function runsIn(folder: string): string[] {
  const file = join(folder, 'runs')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

function judge(
  { token, wanted, job }: Story,
  responses: readonly GuardedResponse[],
  runs: readonly string[],
  undos: readonly string[],
): string {
  const own = responses.filter(({ jobId }) => jobId === job)
  const [ran, undone] = [runs, undos].map((all) => all.filter((one) => one === token).length)
  const complaint = `${token} ${wanted}: ran ${ran}, undone ${undone}, ${JSON.stringify(own)}`
  const [response] = own
  if (!response || own.length > 1) return `lost or doubled: ${complaint}`
  if ((ran ?? 0) > 1 || (undone ?? 0) > 1) return `twice: ${complaint}`
  const { state, undoState } = response
  if (wanted === 'reject') return state === 'rejected' && ran === 0 ? 'fine' : complaint
  if (state === 'done')
    return ran === 1 && (undone === 0 || undoState === 'unknown') ? 'fine' : complaint
  // What is not known may be undone as well, whether it ran or not.
  if (state === 'undone') return undone === 1 ? 'fine' : complaint
  // Taken, and lost before it was started.
  if (state === 'void') return ran === 0 ? 'fine' : complaint
  return state === 'unknown' ? 'fine' : complaint
}
