import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { notLinux, titled } from '../engine/running.ts'
import { writeFixtureProgram } from '../fixture-program.ts'
import { patienceMs } from '../patience.ts'
import { migratedPostgres } from '../places.ts'
import { dataFolder, start } from '../program.ts'
import {
  clientOf,
  enableAll,
  key,
  newProgramFolder,
  programSettings,
  rootKey,
} from '../submitter.ts'

const programs = { Block: { type: 'responder' }, Look: { type: 'analyzer' } } as const
const limit = 5
const requests = 45
const password = 'a long password'

/** Three whole servers on one PostgreSQL, each of which takes requests, lets jobs start and runs them. */
async function startThree() {
  const folder = await newProgramFolder()
  const logs = { Block: join(folder, 'blocked'), Look: join(folder, 'looked') }
  for (const [name, { type }] of Object.entries(programs)) {
    const log = logs[name as keyof typeof logs]
    await writeFile(log, '')
    await writeFixtureProgram(join(folder, type), {
      name,
      dataTypeList: ['other'],
      script: `echo started >> "${log}"
echo '{"success":true,"full":{},"operations":[]}' > "$1/output/output.json"`,
    })
  }
  const shared = {
    ...programSettings(folder),
    ASSAY_DATABASE_URL: await migratedPostgres(),
    ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
  }
  const startOne = async (name: string) =>
    start({ ...shared, ASSAY_NODE_NAME: name, ASSAY_DATA_DIR: await dataFolder() })
  const first = await startOne('a')
  const servers = [first, ...(await Promise.all(['b', 'c'].map(startOne)))]
  const ids = await enableAll(first, programs)
  const started = async (name: keyof typeof programs) =>
    (await readFile(logs[name], 'utf8')).split('\n').length - 1
  return { first, servers, ids, started, admin: clientOf(first) }
}

const title = titled('three servers on one PostgreSQL', notLinux)

describe.skipIf(notLinux)(title, { timeout: 6 * patienceMs }, () => {
  it('start no more responses in an hour than the policy allows, asked for or approved at once', async () => {
    const { first, servers, ids, started, admin } = await startThree()
    const policy = { effect: 'contain', perHour: limit } as const
    await admin.setResponderPolicy({ id: ids.Block }, { ...policy, approval: 'always' })
    const ask = (n: number, data: string) =>
      servers[n % 3]?.call('POST', `/api/responder/${ids.Block}/run`, {
        key,
        input: { data, dataType: 'other' },
      })
    const statusesOf = async (all: readonly (Promise<Response> | undefined)[]) => {
      const answers = await Promise.all(all)
      return Object.groupBy(
        answers.map((answer) => answer?.status ?? 0),
        String,
      )
    }
    const numbers = Array.from({ length: requests }, (_, n) => n)
    const asked = await statusesOf(numbers.map((n) => ask(n, `asked-${n}`)))
    expect(asked['200']).toHaveLength(limit)
    expect(asked['429']).toHaveLength(requests - limit)

    const roles = ['read', 'analyze']
    const eve = { login: 'eve', name: 'Eve', organization: 'alpha', roles, password }
    await clientOf(first, rootKey).createUser(eve)
    const answer = await first.call('POST', '/api/login', { input: { user: 'eve', password } })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
    const token = cookies.find((one) => one.startsWith('CORTEX-XSRF-TOKEN='))?.split('=')[1]
    const headers = { cookie: cookies.join('; '), 'x-cortex-xsrf-token': token ?? '' }
    // Those that wait for approval were asked for when more was allowed.
    await admin.setResponderPolicy(
      { id: ids.Block },
      { ...policy, perHour: limit - 2, approval: 'always' },
    )
    const waiting = await admin.listResponses({ range: 'all' })
    expect(waiting.rows).toHaveLength(limit)
    const approved = await statusesOf(
      waiting.rows.map(({ id }, n) =>
        servers[n % 3]?.call('POST', `/api/response/${id}/approve`, { headers, input: {} }),
      ),
    )
    expect(approved['200']).toHaveLength(limit - 2)
    await vi.waitFor(async () => expect(await started('Block')).toBe(limit - 2), {
      timeout: patienceMs,
      interval: 100,
    })
    const isOver = (state: string) => !['approved', 'running'].includes(state)
    await vi.waitFor(
      async () =>
        expect(
          (await admin.listResponses({ range: 'all' })).rows.every(({ state }) => isOver(state)),
        ).toBe(true),
      { timeout: patienceMs, interval: 100 },
    )
    expect(await started('Block')).toBe(limit - 2)
  })

  it('start no more jobs in a window than the budget allows, and keep the others waiting', async () => {
    const { servers, ids, started, admin } = await startThree()
    const budget = await admin.createBudget({
      name: 'Provider',
      windows: [{ count: limit, per: 'hour' }],
    })
    await admin.updateAnalyzer({ id: ids.Look }, { budget: budget.id })
    const clients = servers.map((server) => clientOf(server))
    const jobs = await Promise.all(
      Array.from({ length: requests }, async (_, n) => {
        const input = { data: `looked-${n}`, dataType: 'other', wait: true }
        return (await clients[n % 3]?.runAnalyzer({ id: ids.Look }, input))?.id ?? ''
      }),
    )
    const statuses = async () =>
      Object.groupBy(
        await Promise.all(jobs.map(async (id) => (await admin.getJob({ id })).status)),
        (status) => status,
      )
    await vi.waitFor(async () => expect((await statuses()).Success).toHaveLength(limit), {
      timeout: 2 * patienceMs,
      interval: 250,
    })
    expect((await statuses()).Waiting).toHaveLength(requests - limit)
    expect(await started('Look')).toBe(limit)
  })
})
