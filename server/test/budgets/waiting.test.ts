import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { type EngineApp, makeEngineApp, programs } from '../engine/setup.ts'
import { patienceMs } from '../patience.ts'
import { keyOf, people } from '../setup.ts'

const minute = 60_000
const withKey = { authorization: `Bearer ${keyOf(people.analyze.login)}` }
/** Says that the limit is reached until the file `go` is beside its catalogue folder. */
const limited = {
  name: 'Limited',
  dataTypeList: ['ip', 'other'],
  script: `if [ -e "$(dirname "$0")/go" ]; then
echo '{"success":true,"summary":{},"full":{},"artifacts":[],"operations":[]}' > "$1/output/output.json"
else
echo '{"success":false,"errorMessage":"429 Client Error: Too Many Requests, Retry-After: 60"}' > "$1/output/output.json"
fi`,
}

const makeEngine = (open: Parameters<typeof makeEngineApp>[0]) =>
  makeEngineApp(open, [programs.echo, limited])

async function withBudget(app: EngineApp, program = 'Echo') {
  const windows = [{ count: 1, per: 'minute' as const }]
  const budget = await app.as('orgadmin').createBudget({ name: 'VirusTotal', windows })
  const worker = await app.enable('orgadmin', program, { budget: budget.id })
  return { budget, worker }
}

const statusOf = async (app: EngineApp, id: string) =>
  (await app.as('analyze').getJob({ id })).status

const reaches = (app: EngineApp, id: string, status: string) =>
  vi.waitUntil(async () => (await statusOf(app, id)) === status, { timeout: patienceMs })

describe.each(oneDatabase)('$name: a budget that is used up', ({ open }) => {
  it('lets jobs of the page wait with an expected start, refuses keys, and starts what waits', async () => {
    const app = await makeEngine(open)
    const { worker } = await withBudget(app)
    const { id } = worker
    const key = app.as('analyze')
    const first = await key.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
    expect(first).not.toHaveProperty('waits')
    await reaches(app, first.id, 'Success')

    const refused = await app.inject({
      method: 'POST',
      url: `/api/analyzer/${id}/run`,
      payload: { data: '2.2.2.2', dataType: 'ip' },
      headers: withKey,
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    const page = await app.inject({
      method: 'POST',
      url: `/api/analyzer/${id}/run`,
      payload: { data: '3.3.3.3', dataType: 'ip' },
      headers: await browserOf(app, 'alan'),
    })
    const byPage = page.json()
    const waits = { for: 'budget', name: 'VirusTotal', before: 0 }
    expect(byPage).toMatchObject({
      status: 'Waiting',
      waits: { ...waits, startsAt: first.date + minute },
    })
    const asked = await app.inject({
      method: 'POST',
      url: `/api/analyzer/${id}/run?wait=1`,
      payload: { data: '4.4.4.4', dataType: 'ip' },
      headers: withKey,
    })
    expect(asked.json()).toMatchObject({ status: 'Waiting', waits: { ...waits, before: 1 } })

    const { rows } = await key.searchJobs({ query: { status: 'Waiting' } })
    expect(rows.map((job) => job.waits?.before).toSorted()).toEqual([0, 1])
    expect(rows.every((job) => job.waitingFor === undefined)).toBe(true)
    expect((await key.getJob({ id: byPage.id })).waits).toMatchObject(waits)
    expect((await key.getReport({ id: byPage.id })).waits).toMatchObject(waits)

    app.clock.advance(minute)
    await reaches(app, byPage.id, 'Success')
    expect(await statusOf(app, asked.json().id)).toBe('Waiting')
    await key.deleteJob({ id: asked.json().id })
    expect(
      await app.deps.db
        .selectFrom('held_jobs')
        .selectAll()
        .where('opened_at', 'is', null)
        .execute(),
    ).toEqual([])
  })

  it('starts what waits at once when it is deleted, enlarged, or taken from the analyzer', async () => {
    const app = await makeEngine(open)
    const { worker, budget } = await withBudget(app)
    const ada = app.as('orgadmin')
    const run = (data: string) =>
      app.as('analyze').runAnalyzer({ id: worker.id }, { data, dataType: 'ip', wait: true })
    await run('1.1.1.1')
    const larger = await run('2.2.2.2')
    await ada.updateBudget({ id: budget.id }, { windows: [{ count: 2, per: 'minute' }] })
    await reaches(app, larger.id, 'Success')
    const taken = await run('3.3.3.3')
    await ada.updateAnalyzer({ id: worker.id }, { budget: null })
    await reaches(app, taken.id, 'Success')
    await ada.updateAnalyzer({ id: worker.id }, { budget: budget.id })
    const deleted = await run('4.4.4.4')
    expect(await statusOf(app, deleted.id)).toBe('Waiting')
    await ada.deleteBudget({ id: budget.id })
    await reaches(app, deleted.id, 'Success')
  })

  it('holds a job again whose provider says that the limit is reached, and runs it later', async () => {
    const app = await makeEngine(open)
    const { worker, budget } = await withBudget(app, 'Limited')
    const key = app.as('analyze')
    const job = await key.runAnalyzer({ id: worker.id }, { data: '1.1.1.1', dataType: 'ip' })
    await vi.waitUntil(async () => (await key.getJob({ id: job.id })).waits !== undefined, {
      timeout: patienceMs,
    })
    expect((await key.getJob({ id: job.id })).waits).toMatchObject({ for: 'provider' })
    expect(await key.getBudget({ id: budget.id })).toMatchObject({
      ...{ state: 'held', until: expect.any(Number) },
      reason: expect.stringContaining('Too Many Requests'),
    })
    await writeFile(join(app.catalogue.analyzers, 'Limited', 'go'), '')
    app.clock.advance(minute)
    await reaches(app, job.id, 'Success')
    expect((await key.getBudget({ id: budget.id })).state).toBe('open')
  })

  it('refuses a file before it is stored', async () => {
    const app = await makeEngine(open)
    const { worker } = await withBudget(app)
    const key = app.as('analyze')
    await key.runAnalyzer({ id: worker.id }, { data: '1.1.1.1', dataType: 'ip' })
    const attachment = new File(['a file'], 'a.txt')
    const refused = await refusalOf(
      key.runAnalyzer({ id: worker.id }, { dataType: 'file', attachment }),
    )
    expect(refused.status).toBe(429)
    expect(await app.deps.db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
  })
})
