import { describe, expect, it } from 'vitest'
import { adminKey, contents, fill } from '../backup/installation.ts'
import { sharedByTests } from '../lifetime.ts'
import { migratedPlaces } from '../places.ts'
import { type Server, start } from '../program.ts'
import { clientOf, rootKey } from '../submitter.ts'
import { fakeServer, importFrom, sendFile } from './sources.ts'

type Thing = Record<string, unknown> & { _id: string; id: string }

async function ask<T = Thing>(server: Server, path: string, input: unknown): Promise<T> {
  const answer = await server.call('POST', path, { key: adminKey, input })
  const text = await answer.text()
  expect(answer.status, `${path}: ${text}`).toBeLessThan(300)
  return JSON.parse(text) as T
}

/** Our own server speaks the API of the other one. Tests may add to what it holds. */
const otherServer = sharedByTests(async () => {
  const other = await start(await migratedPlaces[0].settings())
  await fill(other)
  await ask(other, '/api/customField', {
    name: 'Ticket',
    reference: 'ticket',
    description: 'Number of the ticket',
    type: 'integer',
  })
  await ask(other, '/api/case/template', {
    name: 'phishing',
    displayName: 'Phishing',
    titlePrefix: '[P]',
    tags: ['mail'],
    tasks: [{ title: 'Ask the user', group: 'people', mandatory: true }],
    customFields: { ticket: { integer: 5 } },
  })
  const made = await ask(other, '/api/case', {
    title: 'Second',
    description: 'of two',
    tags: ['vip'],
    template: 'phishing',
    customFields: { ticket: { integer: 7 } },
  })
  const [task] = await ask<Thing[]>(other, `/api/case/task/_search?range=all`, {
    query: { _parent: { _type: 'case', _query: { _id: made.id } } },
  })
  await sendFile(
    other,
    `/api/case/task/${task?.id}/log`,
    { message: 'see file' },
    'log.txt',
    'a log',
  )
  await ask(other, `/api/case/${made.id}/artifact`, {
    dataType: 'ip',
    data: '192.0.2.1',
    ioc: true,
  })
  await sendFile(other, `/api/case/${made.id}/artifact`, { dataType: 'file' }, 'x.bin', 'bytes')
  const alert = await ask(other, '/api/alert', {
    type: 'mail',
    source: 'gateway',
    sourceRef: '4711',
    title: 'An alert',
    description: 'with observables',
    artifacts: [{ dataType: 'domain', data: 'example.org' }],
  })
  await addNotes(other, 'alert', alert.id)
  await ask(other, `/api/alert/${alert.id}/merge/${made.id}`, {})
  await addNotes(other, 'case', made.id)
  await ask(other, `/api/v1/case/${made.id}/customEvent`, {
    date: 1_700_000_000_000,
    endDate: 1_700_000_100_000,
    title: 'The attacker came back',
    description: 'by another door',
  })
  await other.call('PATCH', `/api/case/task/${task?.id}`, {
    key: adminKey,
    input: { status: 'Completed' },
  })
  await other.call('PATCH', `/api/case/${made.id}`, {
    key: adminKey,
    input: { status: 'Resolved', resolutionStatus: 'TruePositive', summary: 'done' },
  })
  return { other, second: made.id }
})

/** A comment, two files and a technique. */
async function addNotes(server: Server, kind: 'case' | 'alert', id: string) {
  await ask(server, `/api/v1/${kind}/${id}/comment`, { message: `about the ${kind}` })
  await ask(server, `/api/v1/${kind}/${id}/procedure`, {
    patternId: 'T1059',
    tactic: 'execution',
    occurDate: 1_700_000_000_000,
    description: `seen in the ${kind}`,
  })
  const form = new FormData()
  form.append('attachments', new Blob([`notes of the ${kind}`]), 'notes.txt')
  form.append('attachments', new Blob([`notes of the ${kind}`]), 'the same.txt')
  const answer = await fetch(`${server.address}/api/v1/${kind}/${id}/attachments`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${adminKey}` },
  })
  expect(answer.status, await answer.text()).toBe(201)
}

/** How much of everything there is, in the words of the command. */
async function countedIn(server: Server): Promise<string[]> {
  const { cases, tasks, logs, observables, alerts } = await seen(server)
  expect([cases, tasks, logs, alerts].map(({ length }) => length)).toEqual([2, 2, 1, 1])
  return ['2 cases', '2 tasks', '1 logs', '1 alerts', `${observables.length} observables`]
}

/** What people see, without ids, which are others here. */
async function seen(server: Server) {
  const query = (steps: object[]) =>
    ask<Thing[]>(server, '/api/v1/query', { query: steps }).then((rows) => rows.map(withoutIds))
  const sorted = (name: string) =>
    query([{ _name: name }, { _name: 'sort', _fields: [{ _createdAt: 'asc' }] }])
  return {
    cases: await sorted('listCase'),
    tasks: await sorted('listTask'),
    logs: await sorted('listLog'),
    observables: await sorted('listObservable'),
    alerts: await sorted('listAlert'),
    fields: await sorted('listCustomField'),
    templates: await sorted('listCaseTemplate'),
    notes: await Promise.all(
      ['listCase', 'listAlert'].flatMap((list) =>
        ['comments', 'attachments', 'procedures'].map((step) =>
          query([
            { _name: list },
            { _name: step },
            { _name: 'sort', _fields: [{ _createdAt: 'asc' }] },
          ]),
        ),
      ),
    ),
    timeline: await timelineOf(server),
    linked: await query([{ _name: 'listAlert' }, { _name: 'case' }]),
    ofCase: await query([
      { _name: 'listCase' },
      { _name: 'filter', _field: 'title', _value: '[P] Second' },
      { _name: 'tasks' },
      { _name: 'logs' },
    ]),
  }
}

/** Of the case with its own events. */
async function timelineOf(server: Server) {
  const filter = { _name: 'filter', _field: 'title', _value: '[P] Second' }
  const query = [{ _name: 'listCase' }, filter]
  const [found] = await ask<Thing[]>(server, '/api/v1/query', { query })
  const get = async (path: string) =>
    (await server.call('GET', path, { key: adminKey })).json() as Promise<Thing>
  const { events } = (await get(`/api/v1/case/${found?._id}/timeline`)) as unknown as {
    events: { kind: string; entityId: string }[]
  }
  const own = events.filter(({ kind }) => kind === 'CustomEvent')
  return {
    // No version of the API says when an alert became part of a case, and so the import does not know.
    events: events
      .filter(({ kind }) => kind !== 'AlertImported')
      .map(({ entityId: _, ...event }) => event),
    own: await Promise.all(
      own.map(async ({ entityId }) => withoutIds(await get(`/api/v1/customEvent/${entityId}`))),
    ),
  }
}

function withoutIds(thing: Thing): unknown {
  const { _id, caseId, ...rest } = thing
  const fields = rest.customFields as Thing[] | undefined
  return {
    ...rest,
    isLinked: caseId !== undefined,
    ...(fields && { customFields: fields.map(({ _id: __, ...field }) => field) }),
  }
}

describe.each(migratedPlaces)('$database: assay import thehive', ({ settings }) => {
  it('imports everything as it was, with a running server, and nothing twice', async () => {
    const { other, second } = await otherServer()
    const environment = await settings()
    const here = await start(environment)
    await makeFirst(here)

    const dry = await importFrom(environment, 'thehive', other.address, ['--dry-run'])
    expect(dry, dry.stderr).toMatchObject({ code: 0 })
    expect(dry.stdout).toMatch(/^Would be imported, alpha: .*2 cases, 1 alerts/m)

    const first = await importFrom(environment, 'thehive', other.address)
    expect(first, first.stderr).toMatchObject({ code: 0 })
    const line = first.stdout.split('\n').find((one) => one.startsWith('Imported, alpha'))
    for (const count of await countedIn(other)) expect(line).toContain(count)
    for (const count of ['comments', 'files', 'procedures', '1 custom events'])
      expect(line).toContain(count)
    expect(first.stdout).not.toContain('comments. ')
    expect(first.stdout).toContain('administrators of the whole platform')
    const after = await contents(environment)

    const again = await importFrom(environment, 'thehive', other.address, ['--refresh'])
    expect(again.stdout).toContain('Imported: nothing')
    const { tables } = await contents(environment)
    expect(tables).toEqual(after.tables)

    // Ada has neither password nor key here yet.
    const key = 'a-new-key-of-ada-0123456789abcdef0123'
    await clientOf(here, rootKey).setKey({ login: 'ada' }, { key })
    const mine: Server = {
      ...here,
      call: (method, path, options) => here.call(method, path, { ...options, key }),
    }
    expect(await seen(mine)).toEqual(await seen(other))
    const [log] = await ask<Thing[]>(mine, '/api/v1/query', { query: [{ _name: 'listLog' }] })
    const file = log?.attachment as { id: string } | undefined
    expect(await (await mine.call('GET', `/api/datastore/${file?.id}`)).text()).toBe('a log')

    const [notes] = await ask<Thing[]>(mine, '/api/v1/query', {
      query: [{ _name: 'listAlert' }, { _name: 'attachments' }],
    })
    const read = await mine.call('GET', `/api/datastore/${notes?.id}`)
    expect(await read.text()).toBe('notes of the alert')

    // What was added there since comes with --refresh, and the numbers continue.
    const data = `only-${here.child.pid}.example.org`
    await ask(other, `/api/case/${second}/artifact`, { dataType: 'domain', data })
    await ask(other, `/api/v1/case/${second}/comment`, { message: 'one more' })
    const more = await importFrom(environment, 'thehive', other.address, ['--refresh'])
    expect(more.stdout).toContain('Imported, alpha: 1 observables, 1 comments')
    const next = await ask(mine, '/api/case', { title: 'Third', description: 'here' })
    expect(next.caseId).toBe(3)
  })
})

/** The running server tries its webhook again now and then, which changes rows and makes none. */
async function tablesAtRest(environment: Parameters<typeof contents>[0]) {
  const { webhook_deliveries: deliveries, ...tables } = (await contents(environment)).tables
  return { ...tables, deliveries: (deliveries as { rows: number }).rows }
}

async function makeFirst(server: Server) {
  const created = await server.call('POST', '/api/user', {
    input: { login: 'first', name: 'First', key: rootKey, roles: ['superadmin'] },
  })
  expect(created.status).toBe(201)
}

describe('assay import thehive', () => {
  it('asks as old versions want it, maps case numbers that are taken, and names the organization', async () => {
    const { other } = await otherServer()
    const old = await fakeServer(async ({ path, method, url, headers, input }, response) => {
      if (path.startsWith('/api/v1')) return void response.writeHead(404).end('{}')
      const answer = await fetch(`${other.address}${url}`, {
        method: method ?? 'GET',
        headers: {
          authorization: headers.authorization ?? '',
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: JSON.stringify(input) }),
      })
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      })
      response.end(Buffer.from(await answer.arrayBuffer()))
      return undefined
    })
    const environment = await migratedPlaces[0].settings()
    const here = await start(environment)
    await fill(here)
    const first = await importFrom(environment, 'thehive', old.url, ['--into', 'alpha'], adminKey)
    expect(first, first.stderr).toMatchObject({ code: 0 })
    const line = first.stdout.split('\n').find((one) => one.startsWith('Imported, alpha'))
    for (const count of await countedIn(other)) expect(line).toContain(count)
    expect(first.stdout).toContain('case numbers already in use here. The cases got new numbers.')
    expect(first.stdout).toContain('1 → 3')
    const tables = await tablesAtRest(environment)
    const second = await importFrom(environment, 'thehive', old.url, ['--into', 'alpha'], adminKey)
    expect(second.stdout).toContain('Imported: nothing')
    expect(await tablesAtRest(environment)).toEqual(tables)
  })
})
