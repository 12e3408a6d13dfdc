import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { openBlobs } from '../../src/storage/blobs/open.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { multipart } from '../forms.ts'
import { patienceMs } from '../patience.ts'
import { s3Key, startS3 } from '../storage/s3-server.ts'
import { type FixtureProgram, makeEngineApp, programs } from './setup.ts'

/** Hands out a file, whatever it is given. */
const producing = {
  name: 'Producing',
  dataTypeList: ['other'],
  script: `echo content > "$1/output/made"
echo '{"success":true,"full":{},"artifacts":[{"dataType":"file","file":"made","filename":"made"}]}' > "$1/output/output.json"`,
} satisfies FixtureProgram

/** An engine whose files are in S3, and no copy of them here. */
async function makeOnS3(open: TestDatabases['open']) {
  const s3 = await startS3()
  const app = await makeEngineApp(open, [programs.echo, producing], {
    openBlobs: (db, folder) =>
      openBlobs({
        url: 's3://files/',
        folder,
        db,
        s3: {
          endpoint: s3.endpoint,
          region: 'us-east-1',
          pathStyle: true,
          ...s3Key,
          pausesMs: [1],
        },
        cacheBytes: 0,
        maxBytes: 10_000_000,
      }),
  })
  const echo = await app.enable('orgadmin', 'Echo')
  const client = app.as('analyze')
  const sendFile = () =>
    app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/analyzer/${echo.id}/run`,
      ...multipart(
        { name: '_json', value: '{"dataType":"file"}' },
        { name: 'data', value: randomBytes(100), filename: 'sample.bin' },
      ),
    })
  const runText = async () => {
    const job = await client.runAnalyzer(
      { id: echo.id },
      { data: `${Math.random()}`, dataType: 'other' },
    )
    return (await client.waitReport({ id: job.id }, { atMost: 'Inf' })).status
  }
  const rowOf = (id: string) =>
    app.deps.db
      .selectFrom('jobs')
      .select(['status', 'attempts', 'error_message'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  /** A job whose file is kept, and cannot be fetched any more. */
  const waitingJob = async (): Promise<string> => {
    s3.setAway('GET')
    const { id } = (await sendFile()).json()
    await vi.waitUntil(() => app.logged().includes('file store unavailable'), {
      timeout: patienceMs,
    })
    return id
  }
  return { app, s3, client, sendFile, runText, rowOf, waitingJob }
}

describe.each(databases)('$name: while the file store is unavailable', ({ open }) => {
  it('a job that needs a file waits for it and is not failed; texts overtake it', async () => {
    const { s3, client, rowOf, runText, waitingJob } = await makeOnS3(open)
    const id = await waitingJob()

    expect(await runText()).toBe('Success')
    expect((await rowOf(id)).status).toMatch(/^(Waiting|InProgress)$/)
    s3.setAway(false)

    expect((await client.waitReport({ id }, { atMost: 'Inf' })).status).toBe('Success')
    // As if it had been started once.
    expect(await rowOf(id)).toMatchObject({ attempts: 1 })
  })

  it('a result with a file is kept through a short outage', async () => {
    const { app, s3, client } = await makeOnS3(open)
    const worker = await app.enable('orgadmin', 'Producing')
    s3.trouble('PUT', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse')

    const job = await client.runAnalyzer({ id: worker.id }, { data: 'x', dataType: 'other' })

    expect((await client.waitReport({ id: job.id }, { atMost: 'Inf' })).status).toBe('Success')
    expect(s3.objects.size).toBe(1)
  })
})

describe.each(oneDatabase)('$name: while the file store is unavailable', ({ open }) => {
  it('a file is refused for a while, before there is a job, and texts continue', async () => {
    const { app, s3, sendFile, runText } = await makeOnS3(open)
    s3.setAway(true)

    const refused = await sendFile()

    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('10')
    expect(refused.json()).toMatchObject({ type: 'ServiceUnavailable' })
    expect(await app.deps.db.selectFrom('jobs').select('id').execute()).toEqual([])
    expect(await runText()).toBe('Success')
    s3.setAway(false)
    expect((await sendFile()).statusCode).toBe(200)
  })

  it('a file that turns out to be lost fails its job, and says so', async () => {
    const { s3, client, rowOf, waitingJob } = await makeOnS3(open)
    const id = await waitingJob()

    s3.objects.clear()
    s3.setAway(false)

    expect((await client.waitReport({ id }, { atMost: 'Inf' })).status).toBe('Failure')
    expect((await rowOf(id)).error_message).toContain('missing from the file store')
  })

  it('the health says so, and that the rest works', async () => {
    const { client, s3 } = await makeOnS3(open)
    s3.setAway(true)

    expect(await client.health()).toMatchObject({
      status: 'ok',
      details: { blobs: { store: 's3', available: false } },
    })
  })
})
