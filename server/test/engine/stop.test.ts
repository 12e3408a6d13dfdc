import { existsSync, readFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startEngine } from '../../src/engine/engine.ts'
import { makeRunners } from '../../src/engine/runners/runners.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { type EngineApp, type FixtureProgram, makeEngineApp } from './setup.ts'

const done = `echo '{"success":true,"full":{},"operations":[]}' > "$1/output/output.json"`

/** Says in the file \`runs\` when it begins and when it is asked to end; waits for the file \`go\`. */
const script = `runs="$(dirname "$0")/runs"
echo begun >> "$runs"
trap 'sleep 0.3; echo ended >> "$runs"; exit 1' TERM
while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.05; done
${done}`

const fixtures: FixtureProgram[] = [
  { name: 'Look', dataTypeList: ['other'], script },
  { name: 'Act', type: 'responder', dataTypeList: ['other'], script },
]

const folderOf = ({ catalogue }: EngineApp, name: string) =>
  join(name === 'Look' ? catalogue.analyzers : catalogue.responders, name)

const runsOf = (app: EngineApp, name: string) => {
  const file = join(folderOf(app, name), 'runs')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

const release = (app: EngineApp, name: string) => writeFile(join(folderOf(app, name), 'go'), '')

/** A server that accepts jobs and runs none, so the test decides who does. */
async function makeQueueApp(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, fixtures, { environment: { ASSAY_ROLES: 'engine' } })
  const { deps } = app
  const submit = async (name: 'Look' | 'Act') => {
    const worker = await app.enable('orgadmin', name)
    const input = { data: name === 'Look' ? 'x' : { id: 'x' }, dataType: 'other' }
    const client = app.as('orgadmin')
    const { id } =
      name === 'Look'
        ? await client.runAnalyzer({ id: worker.id }, input)
        : await client.runResponder({ id: worker.id }, input)
    return id
  }
  return {
    ...app,
    submit,
    row: (id: string) =>
      deps.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    startWorker: async () =>
      startEngine(
        { ...deps, config: { ...deps.config, roles: ['worker'] } },
        await makeRunners(deps.config, {
          log: deps.log,
          environment: deps.config.environment,
          instance: deps.instance,
        }),
      ),
  }
}

const waitUntilBegun = (app: EngineApp, ...names: string[]) =>
  vi.waitFor(() => {
    for (const name of names) expect(runsOf(app, name)).toContain('begun')
  }, patienceMs)

describe.each(databases)('$name: a stop', ({ open }) => {
  it('gives a running analyzer back, without counting the start', async () => {
    const app = await makeQueueApp(open)
    const id = await app.submit('Look')
    const worker = await app.startWorker()
    await waitUntilBegun(app, 'Look')

    await worker.stop(0)

    expect(await app.row(id)).toMatchObject({
      status: 'Waiting',
      attempts: 0,
      locked_by: null,
      locked_until: null,
      start_date: null,
    })
    expect(runsOf(app, 'Look')).toEqual(['begun', 'ended'])
    await release(app, 'Look')
    const next = await app.startWorker()
    const ended = await app.as('orgadmin').waitReport({ id }, { atMost: 'Inf' })
    await next.stop(0)
    expect(ended.status).toBe('Success')
    expect((await app.row(id)).attempts).toBe(1)
  })

  it('never puts a responder back: it fails and says what to check', async () => {
    const app = await makeQueueApp(open)
    const id = await app.submit('Act')
    const worker = await app.startWorker()
    await waitUntilBegun(app, 'Act')

    await worker.stop(0)

    expect(await app.row(id)).toMatchObject({
      status: 'Failure',
      attempts: 1,
      error_message: expect.stringMatching(/responder.*not restarted.*may already have acted/),
      end_date: expect.any(Number),
      locked_by: null,
    })
    const next = await app.startWorker()
    await next.stop(0)
    expect(runsOf(app, 'Act').filter((line) => line === 'begun')).toHaveLength(1)
  })

  it('gives a job back only when its program has ended, and leaves no folder', async () => {
    const app = await makeQueueApp(open)
    const id = await app.submit('Look')
    const worker = await app.startWorker()
    await waitUntilBegun(app, 'Look')

    const stopped = worker.stop(0)
    await vi.waitFor(async () => expect((await app.row(id)).status).toBe('Waiting'), {
      timeout: patienceMs,
      interval: 10,
    })
    const runsThen = runsOf(app, 'Look')
    await stopped

    expect(runsThen).toEqual(['begun', 'ended'])
    const jobs = join(app.deps.config.data.dir, 'jobs')
    await expect.poll(() => readdir(jobs)).toEqual([])
  })
})

describe.each(oneDatabase)('$name: a stop', ({ open }) => {
  it('lets both end by themselves in the time they are given', async () => {
    const app = await makeQueueApp(open)
    const ids = [await app.submit('Look'), await app.submit('Act')]
    const worker = await app.startWorker()
    await waitUntilBegun(app, 'Look', 'Act')

    const stopped = worker.stop(patienceMs)
    await release(app, 'Look')
    await release(app, 'Act')
    await stopped

    for (const id of ids) expect((await app.row(id)).status).toBe('Success')
  })

  it('with nothing to give back is a stop too, and may be asked for twice', async () => {
    const app = await makeQueueApp(open)
    const worker = await app.startWorker()

    await worker.stop(0)
    await worker.stop(0)

    expect(app.logged()).not.toContain('failed to release running jobs')
  })
})
