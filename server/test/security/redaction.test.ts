import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases, sqlite } from '../databases.ts'
import { makeQueue } from '../engine/queue-fixtures.ts'
import { type FixtureProgram, makeEngineApp } from '../engine/setup.ts'
import { sharedByTests } from '../lifetime.ts'

const item = (name: string, type = 'string', defaultValue?: unknown) => ({
  name,
  description: '',
  type,
  multi: false,
  required: false,
  ...(defaultValue === undefined ? {} : { defaultValue }),
})

const configurationItems = [
  item('pin'),
  item('connection_string'),
  item('api', 'string', ''),
  item('account', 'number'),
  item('anything'),
  item('url', 'string', 'https://service.example/api'),
  item('lang'),
  item('verify', 'boolean'),
]

/** None of these has a name that cortexutils would mask. */
const secrets = {
  pin: '4711',
  connection_string: 'Server=db.corp;Uid=sa;Pwd=hunter2',
  api: 'zerofox-a1b2c3',
  account: 990077118822,
  anything: 'tüp "secret"/99',
}
const configuration = { ...secrets, lang: 'en', verify: true }

/** Every form in which one of them could come back. */
const forms = [
  ...['Pwd=hunter2', 'hunter2', 'zerofox-a1b2c3', '990077118822', 'tüp', 'secret\\"/99'],
  Buffer.from('zerofox-a1b2c3').toString('base64'),
  Buffer.from('user:zerofox-a1b2c3').toString('base64').slice(8, -4),
  encodeURIComponent('tüp "secret"/99'),
]

/** By itself: ids, times and numbers of processes hold these four digits now and then. */
const pin = /(?<![\w-]|"pid\\*":)4711(?![\w-])/

const leaks = (text: string) => [
  ...forms.filter((form) => text.includes(form)),
  ...(pin.exec(text) ?? []),
]

const fixture = (name: string, script: string, type?: 'responder'): FixtureProgram => ({
  name,
  script,
  configurationItems,
  config: { service: 'lookup' },
  dataTypeList: type ? ['thehive:case'] : ['domain'],
  ...(type ? { type } : {}),
})

/** What a careless program does with its input: all of it, in several encodings. */
const told = `basic=$(printf 'user:zerofox-a1b2c3' | base64)
query='t%C3%BCp%20%22secret%22%2F99'`
const failing = `${told}
cat "$1/input/input.json" >&2
echo "Basic $basic ?q=$query pin 4711 account 990077118822" >&2
exit 3`
const saying = `${told}
printf '{"success":false,"errorMessage":"PIN 4711 refused by Server=db.corp;Uid=sa;Pwd=hunter2, %s %s"}' "$basic" "$query" > "$1/output/output.json"`
const succeeding = `${told}
printf '{"success":true,"summary":{"taxonomies":[{"level":"info","namespace":"N","predicate":"P","value":"zerofox-a1b2c3"}]},"artifacts":[{"dataType":"other","data":"zerofox-a1b2c3"},{"dataType":"domain","data":"other.example"}],"operations":[{"type":"AddTagToCase","tag":"PIN 4711"}],"full":{"subject":"evil.example","language":"en","account":990077118822,"near":9900771188223,"t\\\\u00fcp \\\\"secret\\\\"\\\\/99":"%s %s","input":' "$basic" "$query" > "$1/output/output.json"
cat "$1/input/input.json" >> "$1/output/output.json"
printf '}}' >> "$1/output/output.json"`
/** Many megabytes, the secret at their end. */
const large = `printf '{"success":true,"full":{"text":"' > "$1/output/output.json"
head -c 8000000 /dev/zero | tr '\\0' x >> "$1/output/output.json"
printf 'zerofox-a1b2c3"}}' >> "$1/output/output.json"`

describe('what a program repeats of its configuration', () => {
  const programs: readonly FixtureProgram[] = [
    fixture('Exiting', 'exit 3'),
    fixture('Failing', failing),
    fixture('Saying', saying),
    fixture('Succeeding', succeeding),
    fixture('Large', large),
    fixture('FailingResponder', failing, 'responder'),
    fixture('SucceedingResponder', succeeding, 'responder'),
  ]
  const shared = sharedByTests(() => makeEngineApp(sqlite.open, programs))

  const run = async (name: string, type?: 'responder') => {
    const app = await shared()
    const worker = await app.enable('orgadmin', name, { configuration })
    const client = app.as('analyze')
    const started = type
      ? await client.runResponder({ id: worker.id }, { data: {}, dataType: 'thehive:case' })
      : await client.runAnalyzer({ id: worker.id }, { data: 'evil.example', dataType: 'domain' })
    const job = await client.waitReport({ id: started.id }, { atMost: 'Inf' })
    const { db } = app.deps
    const seen = JSON.stringify([
      job,
      await client.getJob({ id: job.id }),
      await client.listJobs(),
      await client.listArtifacts({ id: job.id }),
      await db.selectFrom('jobs').selectAll().execute(),
      await db.selectFrom('reports').selectAll().execute(),
      await db.selectFrom('artifacts').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
      app.logged(),
    ])
    return { job, seen }
  }

  it('is not in the input of a failure, whatever it is called', async () => {
    const { job, seen } = await run('Exiting')

    expect(job.status).toBe('Failure')
    expect(job.input).toMatchObject({
      data: 'evil.example',
      config: {
        pin: 'REMOVED',
        connection_string: 'REMOVED',
        api: 'REMOVED',
        account: 'REMOVED',
        anything: 'REMOVED',
        lang: 'REMOVED',
        verify: true,
        // From the definition, and public.
        url: 'https://service.example/api',
        service: 'lookup',
      },
    })
    expect(leaks(seen.replaceAll('9900771188223', ''))).toEqual([])
  })

  it.each([
    ['last words', 'Failing'],
    ['error message', 'Saying'],
  ])('is not in the %s of a failure', async (_, name) => {
    const { job, seen } = await run(name)

    expect(job.status).toBe('Failure')
    expect(job.errorMessage).toContain('REMOVED')
    expect(leaks(seen.replaceAll('9900771188223', ''))).toEqual([])
  })

  it('is not in the report of a success, which keeps everything else', async () => {
    const { job, seen } = await run('Succeeding')

    expect(job.status).toBe('Success')
    expect(job.report).toMatchObject({
      summary: { taxonomies: [{ value: 'REMOVED' }] },
      operations: [{ type: 'AddTagToCase', tag: 'PIN REMOVED' }],
      artifacts: [{ dataType: 'domain', data: 'other.example' }],
      full: {
        subject: 'evil.example',
        language: 'en',
        account: 'REMOVED',
        near: 9900771188223,
        input: { data: 'evil.example', config: { service: 'lookup', lang: 'en', verify: true } },
      },
    })
    expect(leaks(seen.replaceAll('9900771188223', ''))).toEqual([])
  })

  it('is not in what a responder says either', async () => {
    for (const name of ['FailingResponder', 'SucceedingResponder']) {
      const { seen } = await run(name, 'responder')
      expect(leaks(seen.replaceAll('9900771188223', ''))).toEqual([])
    }
  })

  it('is removed from a report of many megabytes while others are served', async () => {
    const { job, seen } = await run('Large')

    expect(job.status).toBe('Success')
    expect(JSON.stringify(job.report)).toContain('xxREMOVED"')
    expect(leaks(seen.replaceAll('9900771188223', ''))).toEqual([])
  })
})

describe.each(databases)('$name: failed jobs of earlier versions', ({ open }) => {
  it('lose the configuration that they repeat', async () => {
    const queue = await makeQueue(open)
    const { db } = queue.deps
    const config = { pin: '4711', list: ['x1'], deep: { a: 5 }, verify: true, max_tlp: 2, no: null }
    const input = { dataType: 'ip', data: '192.0.2.1', config }
    const ids: string[] = []
    for (let number = 0; number < 120; number += 1)
      ids.push(await queue.submit({ organization: 'alpha' }))
    await db
      .updateTable('jobs')
      .set({ input: JSON.stringify(input) })
      .execute()
    await sql`update jobs set input = 'spoilt 4711' where id = ${ids[0]}`.execute(db)
    await sql`delete from schema_migrations where name = '0014-redacted-input'`.execute(db)

    await migrate(queue.database, 0)

    const rows = (await queue.rows()).filter(({ id }) => id !== ids[0])
    expect((await queue.row(ids[0] ?? '')).input).toBeNull()
    expect(rows).toHaveLength(119)
    for (const row of rows)
      expect(JSON.parse(row.input ?? '')).toEqual({
        dataType: 'ip',
        data: '192.0.2.1',
        config: {
          ...{ pin: 'REMOVED', list: ['REMOVED'], deep: { a: 'REMOVED' } },
          ...{ verify: true, max_tlp: 2, no: null },
        },
      })
  })

  it('lose the message of an analyzer that could be made to quote a file of the server', async () => {
    const queue = await makeQueue(open)
    const { db } = queue.deps
    const [quoting = '', other = ''] = [
      await queue.submit({ organization: 'alpha' }),
      await queue.submit({ organization: 'alpha' }),
    ]
    const failed = { status: 'Failure', error_message: 'unexpected "root:x:0"' } as const
    await db.updateTable('jobs').set(failed).execute()
    await db
      .updateTable('jobs')
      .set({ worker_definition_id: 'Assay_Yara_1_0' })
      .where('id', '=', quoting)
      .execute()
    await sql`delete from schema_migrations where name = '0016-redacted-messages'`.execute(db)

    await migrate(queue.database, 0)

    expect((await queue.row(quoting)).error_message).toMatch(
      /^The reason was removed at an upgrade/,
    )
    expect((await queue.row(other)).error_message).toBe('unexpected "root:x:0"')
  })
})
