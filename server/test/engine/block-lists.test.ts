import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { type FixtureProgram, makeEngineApp } from './setup.ts'

const day = 86_400_000

/** A third-party program that would like to fill the list as well. */
const pretender = {
  name: 'Pretender',
  type: 'responder',
  dataTypeList: ['thehive:case_artifact'],
  script: `echo '{"success":true,"full":{"feed":{"name":"blocklist","dataType":"ip","value":"9.9.9.9","days":0}},"operations":[]}' > "$1/output/output.json"`,
} satisfies FixtureProgram

async function makeList(open: TestDatabases['open'], configuration: Record<string, unknown> = {}) {
  const app = await makeEngineApp(open, [pretender], {
    environment: { ASSAY_JOB_RUNNERS: 'builtin,process' },
  })
  const { id } = await app
    .as('orgadmin')
    .enableResponder({ id: 'Assay_Feed_1_0' }, { name: 'Block', configuration })
  const block = async (dataType: string, data: string, input = {}) => {
    const job = await app
      .as('analyze')
      .runResponder(
        { id },
        { data: { dataType, data }, dataType: 'thehive:case_artifact', ...input },
      )
    return app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
  }
  const publish = async () => (await app.as('orgadmin').publishFeed({ name: 'blocklist' })).paths
  const read = async (url = '') => {
    const { statusCode, body, headers } = await app.inject({ method: 'GET', url })
    return { statusCode, body, type: headers['content-type'] }
  }
  return { app, block, publish, read }
}

describe.each(databases)('$name: a block list', ({ open }) => {
  it('is filled by the responder and read by anyone who knows its address, in three forms', async () => {
    const { block, publish, read } = await makeList(open)
    expect(await block('ip', '8.8.8.8')).toMatchObject({
      status: 'Success',
      report: { full: { message: '8.8.8.8 is on block list blocklist for 30 days' } },
    })
    await block('url', "https://evil.example.org/it's")

    const [text, csv, stix] = await publish()
    expect((await read(text)).body.split('\n').toSorted()).toEqual([
      '',
      '8.8.8.8',
      "https://evil.example.org/it's",
    ])
    expect(await read(csv)).toMatchObject({
      statusCode: 200,
      type: 'text/csv; charset=utf-8',
      body: expect.stringMatching(/^type,value,added,expires\r\n.*"ip","8\.8\.8\.8",\d{4}-/s),
    })
    const bundle = JSON.parse((await read(stix)).body)
    expect(bundle).toMatchObject({
      type: 'bundle',
      id: expect.stringMatching(/^bundle--[0-9a-f-]{36}$/),
    })
    expect(bundle.objects.map(({ pattern }: { pattern: string }) => pattern).toSorted()).toEqual([
      "[ipv4-addr:value = '8.8.8.8']",
      "[url:value = 'https://evil.example.org/it\\'s']",
    ])
    expect(JSON.parse((await read(stix)).body)).toEqual(bundle)
  })

  it('loses an entry when its time is over, unless it is listed again', async () => {
    const { app, block, publish, read } = await makeList(open, { expires_days: 10 })
    const [text] = await publish()
    await block('ip', '8.8.8.8')
    app.clock.advance(9 * day)
    await block('ip', '1.1.1.1')
    expect((await read(text)).body).toBe('1.1.1.1\n8.8.8.8\n')

    app.clock.advance(2 * day)
    expect((await read(text)).body).toBe('1.1.1.1\n')
    await block('ip', '8.8.8.8', { force: true })
    expect((await read(text)).body).toBe('8.8.8.8\n1.1.1.1\n')
    const rows = await app.deps.db.selectFrom('feed_entries').select('value').execute()
    expect(rows).toHaveLength(2)
  })

  it('has one address at a time, which can be revoked', async () => {
    const { app, publish, read } = await makeList(open)
    const [first] = await publish()
    const [second] = await publish()
    expect(await read(first)).toMatchObject({ statusCode: 404 })
    expect(await read(second)).toMatchObject({ statusCode: 200, body: '' })
    expect(await app.as('analyze').listFeeds()).toEqual([
      { name: 'blocklist', entries: 0, isPublished: true },
    ])

    await app.as('orgadmin').withdrawFeed({ name: 'blocklist' })
    expect(await read(second)).toMatchObject({ statusCode: 404 })
    const stored = await app.deps.db.selectFrom('audit').select('action').execute()
    expect(stored.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['feed.publish', 'feed.withdraw']),
    )
  })

  it('gives one value back that was listed by mistake', async () => {
    const { app, block, publish, read } = await makeList(open)
    await block('ip', '8.8.8.8')
    await block('domain', 'evil.example.org')
    const [text] = await publish()
    const wrong = { dataType: 'ip', value: '8.8.8.8' }
    await app.as('analyze').removeFeedEntry({ name: 'blocklist' }, wrong)

    expect((await read(text)).body).toBe('evil.example.org\n')
    expect(await app.as('analyze').listFeedEntries({ name: 'blocklist' }, {})).toMatchObject({
      total: 1,
      entries: [{ dataType: 'domain', value: 'evil.example.org', addedBy: 'alan' }],
    })
    expect(
      await refusalOf(app.as('analyze').removeFeedEntry({ name: 'blocklist' }, wrong)),
    ).toMatchObject({ status: 404 })
  })
})

describe.each(oneDatabase)('$name: a block list', ({ open }) => {
  it('opens with its token for one list only, in the forms that there are', async () => {
    const { app, block, publish, read } = await makeList(open)
    await block('ip', '8.8.8.8')
    const [text = ''] = await publish()
    const other = await app.as('orgadmin').publishFeed({ name: 'other' })

    for (const url of [
      text.replace('blocklist', 'other'),
      text.replace('.txt', '.exe'),
      text.replace('.txt', ''),
      `/api/feed/${other.token}/blocklist.txt`,
      '/api/feed/guess/blocklist.txt',
    ])
      expect(await read(url), url).toMatchObject({ statusCode: 404 })
    const rows = await app.deps.db.selectFrom('feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(other.token)
    expect(app.logged()).not.toContain(other.token)
    expect(app.logged()).toContain('/api/feed/:token/:file')
  })

  it('is not published while its organization is locked', async () => {
    const { app, publish, read } = await makeList(open)
    const [text] = await publish()
    await app.as('root').updateOrganization({ id: 'alpha' }, { status: 'Locked' })

    expect(await read(text)).toMatchObject({ statusCode: 404 })
  })

  it('belongs to one organization', async () => {
    const { app, block } = await makeList(open)
    await block('ip', '8.8.8.8')

    expect(await app.as('stranger').listFeeds()).toEqual([])
    expect(await app.as('stranger').listFeedEntries({ name: 'blocklist' }, {})).toMatchObject({
      total: 0,
    })
  })

  it('is not filled by the report of any other program', async () => {
    const { app } = await makeList(open)
    const worker = await app.enable('orgadmin', 'Pretender')
    const job = await app
      .as('analyze')
      .runResponder({ id: worker.id }, { data: {}, dataType: 'thehive:case_artifact' })
    const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(ended).toMatchObject({ status: 'Success' })
    expect(await app.as('analyze').listFeeds()).toEqual([])
  })

  it('has no place for what is RED', async () => {
    const { app, block } = await makeList(open)

    expect(await block('ip', '8.8.8.8', { tlp: 3 })).toMatchObject({
      status: 'Failure',
      errorMessage: 'TLP is higher than allowed.',
    })
    expect(await app.as('analyze').listFeeds()).toEqual([])
  })
})
