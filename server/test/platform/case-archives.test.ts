import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { multipart } from '../forms.ts'
import type { Person, TestApp } from '../setup.ts'
import { archiveOf } from './archives.ts'
import { ownedFiles } from './files.ts'
import { linksOf, makePlatformApp } from './setup.ts'

const password = 'correct horse'

const exported = async (app: TestApp, id: string) => {
  const url = `/api/v1/case/${id}/export?password=${encodeURIComponent(password)}`
  const answer = await app.inject({ as: 'analyze', url })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const send = (app: TestApp, archive: Buffer, word = password, as: Person = 'stranger') =>
  app.inject({
    as,
    method: 'POST',
    url: '/api/v1/case/import',
    ...multipart(
      { name: '_json', value: JSON.stringify({ password: word }) },
      { name: 'file', filename: 'case.zip', type: 'application/zip', value: archive },
    ),
  })

const described = {
  title: 'A case',
  description: 'What happened',
  severity: 3,
  tlp: 1,
  tags: ['one', 'two'],
  startDate: 1_000,
}

/** With everything that a case may hold. */
async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  const client = app.as('analyze')
  await app.as('orgadmin').createCustomField({ name: 'hours', type: 'integer' })
  const { _id: id } = await client.createCaseV1({
    ...described,
    customFields: { hours: 7 },
  })
  const task = await client.createCaseTaskV1({ id }, { title: 'Look', status: 'Completed' })
  await client.createTaskLogV1(
    { id: task._id },
    { message: 'Found it', attachment: new File(['evidence'], 'e.txt') },
  )
  await client.createCaseObservableV1({ id }, { dataType: 'ip', data: '192.0.2.1', ioc: true })
  await client.createCaseObservableV1(
    { id },
    { dataType: 'file', attachment: new File(['sample'], 's.bin') },
  )
  await client.createCaseComment({ id }, { message: 'Strange' })
  await client.createCaseProcedure({ id }, { patternId: 'T1566', occurDate: 500 })
  await client.createCustomEvent({ id }, { date: 600, title: 'The host was open' })
  await client.createCasePage({ id }, { title: 'Report', content: 'Words' })
  await client.linkAddress({ id }, { type: 'ticket', url: 'https://tickets.example/1' })
  await app.inject({
    as: 'analyze',
    method: 'POST',
    url: `/api/v1/case/${id}/attachments`,
    ...multipart({ name: 'attachments', filename: 'a.txt', type: 'text/plain', value: 'attached' }),
  })
  return { app, client, id }
}

const ask = (app: TestApp, id: string, step: string) =>
  app.as('stranger').queryV1({ query: [{ _name: 'getCase', idOrName: id }, { _name: step }] })

describe.each(databases)('$name: a case as an archive', ({ open }) => {
  it('becomes a new case of another organization, with everything in it', async () => {
    const { app, client, id } = await makeWorld(open)
    await client.updateCase({ id }, { status: 'Resolved', resolutionStatus: 'TruePositive' })
    await app.as('stranger').createCustomField({ name: 'hours', type: 'integer' })

    const answer = await send(app, await exported(app, id))

    expect(answer.json()).toMatchObject({ errors: [], observables: [{}, {}], procedures: [{}] })
    expect(answer.statusCode).toBe(201)
    const { case: made } = answer.json()
    expect(made).toMatchObject({
      ...described,
      status: 'Resolved',
      resolutionStatus: 'TruePositive',
      customFields: [{ name: 'hours', value: 7 }],
      assignee: 'bob',
    })
    expect(made._id).not.toBe(id)
    const own = made._id
    expect(await ask(app, own, 'tasks')).toMatchObject([{ title: 'Look', status: 'Completed' }])
    const [task] = (await ask(app, own, 'tasks')) as { _id: string }[]
    const logs = await app.as('stranger').queryV1({
      query: [{ _name: 'getTask', idOrName: task?._id }, { _name: 'logs' }],
    })
    expect(logs).toMatchObject([
      {
        message: expect.stringMatching(/^Found it\n\n\(alan, .*Z\)$/),
        attachment: { name: 'e.txt' },
      },
    ])
    const observables = (await ask(app, own, 'observables')) as { dataType: string }[]
    expect(observables.toSorted((a, b) => (a.dataType < b.dataType ? 1 : -1))).toMatchObject([
      { data: '192.0.2.1', ioc: true },
      { attachment: { name: 's.bin', size: 6 } },
    ])
    expect(await ask(app, own, 'comments')).toMatchObject([
      { message: expect.stringContaining('Strange'), createdBy: 'bob' },
    ])
    expect(await ask(app, own, 'procedures')).toMatchObject([{ patternId: 'T1566' }])
    expect(await ask(app, own, 'pages')).toMatchObject([{ title: 'Report', content: 'Words' }])
    expect(await linksOf(app, own, 'stranger')).toMatchObject({
      externalLinks: [{ type: 'ticket', url: 'https://tickets.example/1' }],
    })
    expect(await ask(app, own, 'attachments')).toMatchObject([{ name: 'a.txt' }])
    const { events } = await app.as('stranger').getTimeline({ id: own })
    expect(events).toContainEqual(expect.objectContaining({ kind: 'CustomEvent', date: 600 }))
    // Its own: what the first organization removes stays here.
    await client.deleteCase({ id })
    expect(await ownedFiles(app)).toHaveLength(3)
  })
})

describe.each(oneDatabase)('$name: a case as an archive', ({ open }) => {
  const head = '{"format":"assay-case","version":1}\n'

  const line = (kind: string, input: object, more: object = {}) =>
    `${JSON.stringify({ kind, input, ...more })}\n`

  const aCase = line('case', { title: 't', description: 'd' })

  const hash = 'a'.repeat(64)

  it('is encrypted with AES and says in the audit trail that it left', async () => {
    const { app, id } = await makeWorld(open)

    const archive = await exported(app, id)

    expect(archive.includes('What happened')).toBe(false)
    const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(archive)), {
      useWebWorkers: false,
    })
    const entries = await zip.getEntries()
    expect(entries.map(({ filename }) => filename).sort()[0]).toBe('case.jsonl')
    for (const entry of entries) expect(entry).toMatchObject({ encrypted: true, zipCrypto: false })
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.find(({ action }) => action === 'case.export')).toMatchObject({ objectId: id })
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('leaves out what the organization does not know, and says so', async () => {
    const { app, id } = await makeWorld(open)
    await app.as('orgadmin').createObservableType({ name: 'of-alpha' })
    await app.as('analyze').createCaseObservable({ id }, { dataType: 'of-alpha', data: 'x' })

    const answer = (await send(app, await exported(app, id))).json()

    expect(answer.observables).toHaveLength(2)
    expect(answer.errors.map(({ message }: { message: string }) => message).sort()).toEqual([
      'CustomField hours not found',
      'ObservableType of-alpha not found',
    ])
  })

  it('is refused with a wrong password, and nothing stays', async () => {
    const { app, id } = await makeWorld(open)
    const archive = await exported(app, id)
    const files = await ownedFiles(app)

    const answer = await send(app, archive, 'wrong')

    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe('Unknown archive password. Send it as password')
    expect(await app.as('stranger').queryV1({ query: [{ _name: 'listCase' }] })).toEqual([])
    expect(await ownedFiles(app)).toEqual(files)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['without a document', { 'other.txt': 'x' }, /case.jsonl is missing/],
    [
      'of another format',
      { 'case.jsonl': '{"format":"other"}\n' },
      /does not start with a version 1 header/,
    ],
    [
      'without a case',
      { 'case.jsonl': head + line('task', { title: 't' }) },
      /must start with the case/,
    ],
    ['with two cases', { 'case.jsonl': head + aCase + aCase }, /contain only one/],
    ['with an unknown kind', { 'case.jsonl': `${head}${aCase}${line('user', {})}` }, /^Line 3/],
    [
      'with a wrong value',
      { 'case.jsonl': `${head}${aCase}${line('task', { title: 7 })}` },
      /^Line 3/,
    ],
    ['with what is no JSON', { 'case.jsonl': `${head}${aCase}{{{\n` }, /^Line 3/],
    [
      'with a file that is not there',
      {
        'case.jsonl': `${head}${aCase}${line('attachment', {}, { files: [{ sha256: hash, name: 'n', contentType: 'c' }] })}`,
      },
      /File a{64} is missing/,
    ],
    [
      'with a log of no task',
      { 'case.jsonl': `${head}${aCase}${line('log', { message: 'm' }, { task: 4 })}` },
      /does not belong to a task/,
    ],
    ['that is a bomb', { 'case.jsonl': `${head}${' '.repeat(30_000_000)}` }, /bomb/],
  ])('is refused %s', async (_, members, message) => {
    const app = await makePlatformApp(open)

    const answer = await send(app, await archiveOf(members, { password, level: 9 }))

    expect(answer.json().message).toMatch(message)
    expect(answer.statusCode).toBe(400)
    expect(await app.as('stranger').queryV1({ query: [{ _name: 'listCase' }] })).toEqual([])
    expect(await ownedFiles(app)).toEqual([])
  })

  it('is refused when a file in it has no password, or when there are too many', async () => {
    const app = await makePlatformApp(open)
    const open_ = await send(app, await archiveOf({ 'case.jsonl': head + aCase }))
    expect(open_.json().message).toBe('A file in the archive is not password-protected')

    const zip = new ZipWriter(new Uint8ArrayWriter(), { password, zipCrypto: true, level: 0 })
    const empty = new Uint8Array(0)
    for (let index = 0; index < 2_002; index++)
      await zip.add(`files/${index}`, new Uint8ArrayReader(empty), { useWebWorkers: false })
    const many = await send(app, Buffer.from(await zip.close()))
    expect(many.json().message).toBe('The archive exceeds the limit of 2001 entries')
  })

  it('ignores ids, people and organizations that it names', async () => {
    const { app, id } = await makeWorld(open)
    const hostile = line('case', {
      title: 'Mine now',
      description: 'd',
      owner: 'ada',
      user: 'ada',
      template: 'none',
    })
    const task = line('task', { title: 't', owner: 'ada' }, { task: 0 })
    const comment = line('comment', { message: 'm' }, { by: 'ada', at: 5 })

    const answer = await send(
      app,
      await archiveOf({ 'case.jsonl': head + hostile + task + comment }, { password }),
    )

    const { case: made } = answer.json()
    expect(made).toMatchObject({ title: 'Mine now', assignee: 'bob', _createdBy: 'bob' })
    expect(await ask(app, made._id, 'tasks')).toMatchObject([{ title: 't' }])
    expect(JSON.stringify(await ask(app, made._id, 'tasks'))).not.toContain('ada')
    expect(await ask(app, made._id, 'comments')).toMatchObject([
      { createdBy: 'bob', message: 'm\n\n(ada, 1970-01-01T00:00:00.005Z)' },
    ])
    expect((await app.as('analyze').getCase({ id })).title).toBe('A case')
  })
})
