import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { makeEcho } from './echo-jobs.ts'
import { type FixtureProgram, makeEngineApp } from './setup.ts'

describe.each(databases)('$name: a job', ({ open }) => {
  it('is shown with its whole life and without its report', async () => {
    const { app, client, run, ended } = await makeEcho(open)
    const at = app.clock.now()
    const { id } = await run('1.1.1.1', { parameters: { b: 1, a: [2] }, message: 'why', tlp: 1 })
    await ended(id)

    const job = await client.getJob({ id })

    expect(job).toMatchObject({
      _id: id,
      id,
      _type: 'job',
      _routing: id,
      _parent: null,
      organization: 'alpha',
      analyzerDefinitionId: 'Echo_1_0',
      analyzerName: 'Echo',
      dataType: 'ip',
      data: '1.1.1.1',
      status: 'Success',
      message: 'why',
      tlp: 1,
      pap: 2,
      date: at,
      createdAt: at,
      createdBy: 'alan',
      startDate: at,
      endDate: at,
      updatedAt: at,
      updatedBy: 'alan',
    })
    expect(job).not.toHaveProperty('report')
    expect(job).not.toHaveProperty('input')
    expect(job).not.toHaveProperty('errorMessage')
  })

  it('shows the report of a Success as the program wrote it', async () => {
    const { run, ended } = await makeEcho(open)

    const { report } = await ended((await run('1.1.1.1')).id)

    expect(report).toEqual({
      summary: {
        taxonomies: [{ level: 'info', namespace: 'Echo', predicate: 'Said', value: 'x' }],
      },
      full: { input: expect.objectContaining({ data: '1.1.1.1' }) },
      success: true,
      artifacts: [{ data: 'found.example', dataType: 'domain', message: null, tags: [], tlp: 2 }],
      operations: [],
    })
  })

  it('that is not there is not found on any path', async () => {
    const { client } = await makeEcho(open)
    const id = 'nothing-like-this-00'
    const missing = notFound(`job ${id} not found`)

    expect(await refusalOf(client.getJob({ id }))).toEqual(missing)
    expect(await refusalOf(client.getReport({ id }))).toEqual(missing)
    expect(await refusalOf(client.waitReport({ id }, { atMost: 'Inf' }))).toEqual(missing)
    expect(await refusalOf(client.deleteJob({ id }))).toEqual(missing)
    expect(await client.listArtifacts({ id })).toEqual({ rows: [], total: 0 })
    expect(await client.jobStatus({ jobIds: [id] })).toEqual({ [id]: 'NotFound' })
  })
})

describe.each(oneDatabase)('$name: a job', ({ open }) => {
  it('shows parameters as text in its detail and as an object elsewhere', async () => {
    const { client, run, ended } = await makeEcho(open)
    const parameters = { b: 1, a: [2] }
    const submitted = await run('1.1.1.1', { parameters })
    const { id } = submitted
    const waited = await ended(id)

    const detail = await client.getJob({ id })
    const listed = (await client.listJobs()).rows[0]
    const found = (await client.searchJobs({ query: { id } })).rows[0]
    const report = await client.getReport({ id })

    expect(detail.parameters).toBe('{"b":1,"a":[2]}')
    for (const job of [submitted, waited, listed, found, report])
      expect(job?.parameters).toEqual(parameters)
  })

  it('shows its status in place of a report until it has ended', async () => {
    const { app, client } = await makeEcho(open)
    const waiting = await app.enable('orgadmin', 'Waiting')
    const job = await client.runAnalyzer({ id: waiting.id }, { data: 'x', dataType: 'ip' })

    const pending = await client.waitReport({ id: job.id }, { atMost: '0s' })
    await client.deleteJob({ id: job.id })
    const deleted = await client.getReport({ id: job.id })

    expect(['Waiting', 'InProgress']).toContain(pending.status)
    expect(pending.report).toBe(pending.status)
    expect(deleted).toMatchObject({ status: 'Deleted', report: 'Deleted' })
  })
})

const key = 'sk-0123456789-not-for-everybody'

const listed = 'tk-9876543210-one-of-many'

const telling = {
  name: 'Telling',
  dataTypeList: ['ip'],
  configurationItems: [
    { name: 'api_key', type: 'string', description: 'Key', required: true },
    { name: 'all_keys', type: 'string', description: 'Keys', multi: true },
    { name: 'server', type: 'string', description: 'Address' },
  ],
  script: `echo "used ${key} and ${listed}" >&2; exit 3`,
} satisfies FixtureProgram

const configuration = {
  api_key: key,
  all_keys: [listed],
  server: 'https://user:sesame-open@example.org/?token=abcdef123',
}

const failIn = (open: TestDatabases['open']) => async (script: string) => {
  const app = await makeEngineApp(open, [{ ...telling, script }])
  const { id } = await app.enable('orgadmin', 'Telling', { configuration })
  const client = app.as('analyze')
  const job = await client.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
  return { app, client, job: await client.waitReport({ id: job.id }, { atMost: 'Inf' }) }
}

describe.each(databases)('$name: a failed job', ({ open }) => {
  const fail = failIn(open)

  it('reports exit code, last lines and input, as an object and as text', async () => {
    const { job } = await fail(`echo 'something is wrong' >&2; exit 3`)

    expect(job.status).toBe('Failure')
    expect(job.errorMessage).toContain('something is wrong')
    expect(job.errorMessage).toContain('3')
    expect(job.input).toMatchObject({ data: '1.1.1.1', dataType: 'ip', tlp: 2 })
    expect(job.report).toEqual({
      success: false,
      errorMessage: job.errorMessage,
      input: expect.any(String),
    })
    expect(JSON.parse((job.report as { input: string }).input)).toEqual(job.input)
  })
})

describe.each(oneDatabase)('$name: a failed job', ({ open }) => {
  const fail = failIn(open)

  it.each([
    { how: 'prints its keys', script: `echo "used ${key} and ${listed}" >&2; exit 3` },
    {
      how: 'says its keys in its message',
      script: `echo '{"success":false,"errorMessage":"bad ${key}"}' > "$1/output/output.json"`,
    },
    {
      how: 'answers its whole input',
      script: `printf '{"success":false,"errorMessage":"no","input":' > "$1/output/output.json"
cat "$1/input/input.json" >> "$1/output/output.json"
echo '}' >> "$1/output/output.json"`,
    },
  ])('holds no secret anywhere when the program $how', async ({ script }) => {
    const { app, client, job } = await fail(script)

    const { db } = app.deps
    const everywhere = JSON.stringify([
      job,
      await client.getJob({ id: job.id }),
      await client.listJobs(),
      await db.selectFrom('jobs').selectAll().execute(),
      await db.selectFrom('reports').selectAll().execute(),
      app.logged(),
    ])

    expect(job.status).toBe('Failure')
    expect(job.input).toMatchObject({ config: { api_key: 'REMOVED' } })
    const secrets = [key, listed, 'sesame-open', 'abcdef123']
    expect(secrets.filter((secret) => everywhere.includes(secret))).toEqual([])
  })
})
