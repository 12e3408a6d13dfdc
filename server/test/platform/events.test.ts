import type { OrganizationEvent } from '@assay/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeBus } from '../../src/events/bus.ts'
import { databases, oneDatabase, onlyPostgres, type TestDatabase } from '../databases.ts'
import { listen } from '../forms.ts'
import { patienceMs } from '../patience.ts'
import { keyOf, type Person, people, type TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const newCase = { title: 'Odd', description: 'Something happened' }

/** What the open stream of a person has brought so far. */
async function hear(app: TestApp, port: number, person: Person) {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${keyOf(people[person].login)}` },
    signal: controller.signal,
  })
  const heard: OrganizationEvent[] = []
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const lines = text.split('\n\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)))
    }
  }
  const ended = read().catch(() => undefined)
  const until = (isThere: (events: OrganizationEvent[]) => boolean) =>
    vi.waitUntil(() => isThere(heard), { timeout: patienceMs })
  return { app, heard, until, ended }
}

const isCase = (event: OrganizationEvent) => 'objectType' in event && event.objectType === 'case'

describe.each(databases)('$name: the stream of an organization', ({ open }) => {
  it('reports a created, changed and removed case, to readers too', async () => {
    const app = await makePlatformApp(open)
    const { heard, until } = await hear(app, await listen(app), 'read')
    const client = app.as('analyze')

    const { _id: id } = await client.createCase(newCase)
    await client.updateCase({ id }, { severity: 3 })
    await client.deleteCase({ id })
    await until((events) => events.filter(isCase).length === 3)

    expect(heard.filter(isCase)).toMatchObject([
      { operation: 'create', objectId: id, rootId: id, user: 'alan', organization: 'alpha' },
      { operation: 'update', objectId: id, details: { severity: 3 } },
      { operation: 'delete', objectId: id },
    ])
  })

  it('notifies another organization of a case that is shared with it, and not what changed', async () => {
    const app = await makePlatformApp(open)
    const { heard, until } = await hear(app, await listen(app), 'stranger')
    const client = app.as('analyze')
    await app.as('root').linkOrganisation({ id: 'alpha', other: 'beta' })

    const { _id: id } = await client.createCase(newCase)
    await client.createCase({ ...newCase, title: 'Another' })
    await client.shareCase({ id }, { shares: [{ organisationName: 'beta' }] })
    await client.updateCase({ id }, { severity: 3 })
    await client.deleteCase({ id })
    await until((events) => events.filter(isCase).length === 3)

    const shared = { objectId: id, rootId: id, organization: 'beta', details: {} }
    expect(heard).toMatchObject([
      { ...shared, operation: 'create' },
      { ...shared, operation: 'update' },
      { ...shared, operation: 'delete' },
    ])
  })
})

describe.each(oneDatabase)('$name: the stream of an organization', ({ open }) => {
  it('notifies only users who are mentioned in a comment', async () => {
    const app = await makePlatformApp(open)
    const port = await listen(app)
    const named = await hear(app, port, 'read')
    const others = [await hear(app, port, 'orgadmin'), await hear(app, port, 'analyze')]
    const client = app.as('analyze')

    const { _id: id } = await client.createCase(newCase)
    const comment = await client.createCaseComment({ id }, { message: '@rita, look' })
    await client.deleteCase({ id })
    const isGone = (events: OrganizationEvent[]) =>
      events.some((event) => isCase(event) && 'operation' in event && event.operation === 'delete')
    const isMention = (event: OrganizationEvent) =>
      'objectType' in event && event.objectType === 'mention'
    await named.until((events) => events.filter(isMention).length === 2)
    for (const { until } of others) await until(isGone)

    expect(named.heard.find(isMention)).toMatchObject({
      objectId: comment._id,
      rootId: id,
      user: 'rita',
      details: {},
    })
    expect(others.flatMap(({ heard }) => heard.filter(isMention))).toEqual([])
  })

  it('ends for users who may not listen any more, and continues for others', async () => {
    const app = await makePlatformApp(open)
    const port = await listen(app)
    // Only the heartbeats: everything else runs on the real clock.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const locked = await hear(app, port, 'read')
    const other = await hear(app, port, 'analyze')

    await app.as('orgadmin').updateUser({ login: people.read.login }, { status: 'Locked' })
    await vi.advanceTimersByTimeAsync(15_000)
    await locked.ended
    await app.as('analyze').createCase(newCase)
    await other.until((events) => events.some(isCase))

    expect(locked.heard).toEqual([])
  })

  it('says nothing of another organization, and of jobs only to those who see them', async () => {
    const app = await makePlatformApp(open)
    const port = await listen(app)
    const reader = await hear(app, port, 'read')
    const analyst = await hear(app, port, 'analyze')
    const stranger = await hear(app, port, 'stranger')

    app.deps.bus.publish({ jobId: 'j', organization: 'alpha', status: 'Success' })
    await app.as('analyze').createCase(newCase)
    await app.as('stranger').createCase(newCase)
    for (const { until } of [reader, analyst, stranger]) await until((seen) => seen.some(isCase))

    const organizations = (events: OrganizationEvent[]) =>
      new Set(events.map(({ organization }) => organization))
    expect(organizations(reader.heard)).toEqual(new Set(['alpha']))
    expect(organizations(stranger.heard)).toEqual(new Set(['beta']))
    expect(analyst.heard).toContainEqual(expect.objectContaining({ jobId: 'j' }))
    expect(reader.heard).not.toContainEqual(expect.objectContaining({ jobId: 'j' }))
  })
})

describe.each(onlyPostgres)('$name: two processes', ({ open }) => {
  it('hear of each other’s changes, without the details that are too long to send', async () => {
    let database: TestDatabase | undefined
    const app = await makePlatformApp(async () => {
      database = await open()
      return database
    })
    const { cluster } = await (database as unknown as TestDatabase).another()
    const heard: OrganizationEvent[] = []
    let isConnected = false
    cluster.onBack(() => {
      isConnected = true
    })
    makeBus(cluster).on('alpha', (event) => void heard.push(event))
    await vi.waitUntil(() => isConnected, { timeout: patienceMs })

    await app.as('analyze').createCase(newCase)
    await app.as('analyze').createCase({ ...newCase, description: 'x'.repeat(10_000) })
    await vi.waitUntil(() => heard.filter(isCase).length === 2, { timeout: patienceMs })

    expect(heard.filter(isCase)).toMatchObject([{ operation: 'create' }, { operation: 'create' }])
  })
})
