import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { stopTimeout } from '../patience.ts'
import { emptyPostgres } from '../places.ts'
import { dataFolder, type Program, run, type Server, start } from '../program.ts'

const root = 'a-key-of-the-superadmin-0123456789abcdef'
const analyst = 'a-key-of-the-analyst-0123456789abcdef01'
const newer = fileURLToPath(new URL('newer-program.ts', import.meta.url))

async function makeSettings() {
  return {
    ASSAY_DATA_DIR: await dataFolder(),
    ASSAY_DATABASE_URL: await emptyPostgres(),
    ASSAY_SECRET_KEY: 'one-key-for-both-versions-0123456789abc',
    ASSAY_BOOTSTRAP_LOGIN: 'root',
    ASSAY_BOOTSTRAP_KEY: root,
    ASSAY_ANALYZER_ENABLEBUILTIN: 'true',
    ASSAY_JOB_RUNNERS: 'builtin',
    ASSAY_ROLES: 'engine,worker',
    ASSAY_HTTP_STOPTIMEOUT: stopTimeout,
  }
}

const startNewer = (settings: Record<string, string>, steps: string) =>
  start({ ...settings, NEWER: steps }, [], newer)

async function must(server: Server, method: string, path: string, input?: object, key = analyst) {
  const response = await server.call(method, path, { key, ...(input && { input }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

async function makeAnalyst(server: Server) {
  await must(server, 'POST', '/api/organization', { name: 'alpha', description: 'a' }, root)
  const user = { login: 'ann', name: 'Ann', roles: ['read', 'analyze'], organization: 'alpha' }
  await must(server, 'POST', '/api/user', { ...user, key: analyst }, root)
}

async function submit(server: Server, data: string): Promise<string> {
  const [analyzer] = await must(server, 'GET', '/api/analyzer/type/domain')
  return (
    await must(server, 'POST', `/api/analyzer/${analyzer.id}/run`, { data, dataType: 'domain' })
  ).id
}
const ended = (server: Server, job: string) =>
  must(server, 'GET', `/api/job/${job}/waitreport?atMost=Inf`)

const health = async (server: Server) => {
  const response = await server.call('GET', '/api/health')
  const { reason } = (await response.json()) as { reason?: string }
  return { status: response.status, reason }
}
const refusal = async (program: Program) => {
  const { code, stderr } = await program.ended
  return { code, stderr }
}

it('a migration that only adds lets the older version continue; after one that removes something it claims nothing', async () => {
  const settings = await makeSettings()
  const older = await start(settings)
  await makeAnalyst(older)

  const upgraded = await startNewer(settings, 'expand')

  expect((await ended(older, await submit(older, 'a.example.org'))).status).toBe('Success')
  expect((await ended(upgraded, await submit(upgraded, 'b.example.org'))).status).toBe('Success')
  expect((await health(older)).status).toBe(200)
  await older.stop()
  const again = await start(settings)
  expect((await health(again)).status).toBe(200)
  expect((await health(upgraded)).status).toBe(200)
  await upgraded.stop()

  const newest = await startNewer(settings, 'expand,contract')
  await expect
    .poll(() => health(again))
    .toMatchObject({
      status: 503,
      reason: expect.stringMatching(/newer version .* \(migration 9999-contract\)/),
    })
  expect(again.stderr() + again.stdout()).toContain('Stop this process and start the newer version')
  await newest.stop()
  const waiting = await submit(again, 'c.example.org')
  const refused = await refusal(run(settings))
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('migrated by a newer version of Assay (migration 9999-contract)')
  // The older one has had all that time, and a loop that looks every second.
  expect((await must(again, 'GET', `/api/job/${waiting}`)).status).toBe('Waiting')

  const back = await startNewer(settings, 'expand,contract')
  expect((await ended(back, waiting)).status).toBe('Success')
})

it('of several that start at once, of both versions, one migrates and all work', async () => {
  const settings = await makeSettings()
  const servers = await Promise.all([
    start(settings),
    start(settings),
    startNewer(settings, 'expand'),
  ])
  for (const server of servers) expect((await health(server)).status).toBe(200)
})
