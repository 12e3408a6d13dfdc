import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  claimDeliveries,
  claimHanging,
  giveUpOldDeliveries,
  organizationsToSend,
} from '../../src/platform/deliveries/store.ts'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { Person, TestApp } from '../setup.ts'
import { makeReceiver } from './receiver.ts'
import { makePlatformApp } from './setup.ts'

const environment = { ASSAY_WEBHOOK_PRIVATETARGETS: 'true' }
const until = (look: () => unknown) => vi.waitFor(look, { timeout: patienceMs, interval: 20 })

/** The time of messages to webhooks that hang is over when the test says so, that of others never. */
function makeDeadlines() {
  const waiting = new Map<() => void, string>()
  return {
    deadline: (_work: string, _ms: number, over: () => void, item: object) => {
      if ('row' in item) waiting.set(over, (item.row as { webhook_id: string }).webhook_id)
      return () => void waiting.delete(over)
    },
    allOver(webhooks: readonly string[]) {
      for (const [over, webhook] of [...waiting]) if (webhooks.includes(webhook)) over()
    },
  }
}

const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

/** Receivers that keep a connection for as long as they can. `open` counts those that wait for an answer. */
const shapes: Record<string, (socket: Socket, at: { url: string }) => void> = {
  'accepts and stays silent': () => undefined,
  'never reads': (socket) => void socket.pause(),
  'drips an answer that never ends': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
    const drip = setInterval(() => socket.write('.'), 5)
    socket.once('close', () => clearInterval(drip))
  },
  'says that an answer will come, again and again': (socket) => {
    const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5)
    socket.once('close', () => clearInterval(drip))
  },
}

async function makeHostileReceiver(shape: (socket: Socket, at: { url: string }) => void) {
  const sockets = new Set<Socket>()
  let asked = 0
  const at = { url: '' }
  const server = createServer((socket) => {
    sockets.add(socket)
    asked += 1
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.resume()
    shape(socket, at)
  })
  at.url = await listening(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: at.url, open: () => sockets.size, asked: () => asked }
}

const addWebhooks = async (app: TestApp, as: Person, urls: readonly string[]) => {
  const ids: string[] = []
  for (const [at, url] of urls.entries())
    ids.push((await app.as(as).createWebhook({ name: `hook ${at}`, url })).id)
  return ids
}

/** Messages that are due, as changes leave them. */
async function addDue({ deps, clock }: TestApp, webhooks: readonly string[], each: number) {
  const { organization } = await deps.db
    .selectFrom('webhooks')
    .select('organization')
    .where('id', '=', webhooks[0] ?? '')
    .executeTakeFirstOrThrow()
  const rows = webhooks.flatMap((webhook_id) =>
    Array.from({ length: each }, (_, at) => ({
      id: `${webhook_id} ${at}`,
      organization,
      webhook_id,
      body: '{}',
      created_at: clock.now(),
      attempts: 0,
      next_attempt_at: clock.now(),
    })),
  )
  await deps.db.insertInto('webhook_deliveries').values(rows).execute()
}

const twenty = <T>(one: T) => Array<T>(20).fill(one)

describe.each(oneDatabase)('$name: webhooks of one organization', ({ open }) => {
  it.each(Object.entries(shapes))(
    'do not hold up those of another: twenty receivers that each %s',
    async (_name, shape) => {
      const app = await makePlatformApp(open, { environment, deadline: () => () => undefined })
      const hostile = await makeHostileReceiver(shape)
      const receiver = await makeReceiver()
      const webhooks = await addWebhooks(app, 'orgadmin', twenty(hostile.url))
      await addWebhooks(app, 'stranger', [receiver.url])
      await addDue(app, webhooks, 50)
      await app.as('orgadmin').testWebhook({ id: webhooks[0] ?? '' })
      await until(() => expect(hostile.open()).toBe(4))

      await app.as('stranger').createWebhook({ name: 'x', url: receiver.url, enabled: false })
      await receiver.until(1)

      expect(hostile.open()).toBe(4)
      expect(hostile.asked()).toBe(4)
    },
  )

  it('do not hold up those of another: twenty receivers that redirect to themselves', async () => {
    const app = await makePlatformApp(open, { environment })
    const at = { url: '' }
    let asked = 0
    const server = createHttpServer((_request, response) => {
      asked += 1
      response.writeHead(307, { location: at.url }).end()
    })
    at.url = await listening(server)
    onTestFinished(() => void server.close())
    const receiver = await makeReceiver()
    const webhooks = await addWebhooks(app, 'orgadmin', twenty(at.url))
    await addWebhooks(app, 'stranger', [receiver.url])
    await addDue(app, webhooks, 5)
    await app.as('stranger').createWebhook({ name: 'x', url: receiver.url, enabled: false })
    await receiver.until(1)
    // Each is tried once and then has a pause: nothing follows a redirect. Webhooks hear of those made after them.
    const { count } = await app.deps.db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization', '=', 'alpha')
      .executeTakeFirstOrThrow()
    await until(() => expect(asked).toBe(Number(count)))
    const tried = await app.deps.db.selectFrom('webhook_deliveries').select('attempts').execute()
    expect(tried.every(({ attempts }) => attempts <= 1)).toBe(true)
  })

  it('that hang let its others through, get one message at a time and longer pauses', async () => {
    const { deadline, allOver } = makeDeadlines()
    const app = await makePlatformApp(open, { environment, deadline })
    const hostile = await makeHostileReceiver(() => undefined)
    const receiver = await makeReceiver()
    const [first = '', ...others] = await addWebhooks(app, 'orgadmin', Array(6).fill(hostile.url))
    const [good = ''] = await addWebhooks(app, 'orgadmin', [receiver.url])
    const { db } = app.deps
    const hanging = [first, ...others]
    await addDue(app, hanging, 20)
    await app.as('orgadmin').testWebhook({ id: first })
    await until(() => {
      allOver(hanging)
      expect(hostile.asked()).toBeGreaterThan(4)
    })
    await addDue(app, [good], 1)
    await until(() => {
      allOver(hanging)
      expect(receiver.received).toHaveLength(1)
    })

    const known = () =>
      db.selectFrom('webhooks').selectAll().where('id', 'in', hanging).orderBy('id').execute()
    await until(async () => {
      allOver(hanging)
      expect((await known()).every(({ timeouts }) => timeouts >= 3)).toBe(true)
      expect(hostile.open()).toBe(0)
    })
    const now = app.clock.now()
    for (const { timeouts, paused_until } of await known())
      expect(paused_until).toBe(now + 60_000 * 2 ** (timeouts - 3))

    // All of them have messages that are due, and are left alone: those of the good one pass.
    const before = hostile.asked()
    await app.as('orgadmin').testWebhook({ id: good })
    await receiver.until(2)
    expect(hostile.asked()).toBe(before)

    // When the pause is over each of them is tried with one message, and no more than two at the same time.
    app.clock.advance(3_600_000)
    const asked = new Set<number>()
    await until(() => {
      asked.add(hostile.open())
      if (hostile.open() === 2) allOver(hanging)
      expect(hostile.asked()).toBe(before + 6)
    })
    expect(Math.max(...asked)).toBe(2)
  })

  it('that answer again are sent everything at once', async () => {
    const { deadline, allOver } = makeDeadlines()
    const app = await makePlatformApp(open, { environment, deadline })
    let isSilent = true
    const answered = new Set<unknown>()
    const server = createHttpServer((request, response) => {
      request.resume()
      if (isSilent) return
      answered.add(request.headers['x-assay-delivery'])
      response.end()
    })
    const url = await listening(server)
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const [id = ''] = await addWebhooks(app, 'orgadmin', [url])
    await addDue(app, [id], 20)
    const webhook = () =>
      app.deps.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await app.as('orgadmin').testWebhook({ id })
    await until(async () => {
      allOver([id])
      expect((await webhook()).paused_until).not.toBeNull()
    })
    isSilent = false
    // The button is for hearing it now.
    await app.as('orgadmin').testWebhook({ id })
    await until(() => {
      app.clock.advance(60_000)
      expect(answered.size).toBe(22)
    })
    expect(await webhook()).toMatchObject({ timeouts: 0, paused_until: null })
    const { total } = await app.as('orgadmin').listWebhookDeliveries({ id }, { range: 'all' })
    expect(total).toBe(22)
  })
})

describe.each(databases)('$name: due messages', ({ open }) => {
  it('are claimed once, however many race, and again when the lease is over', async () => {
    const app = await makePlatformApp(open, {
      environment,
      startPlatform: undefined as never,
    })
    const database = app.deps
    const webhooks = await Promise.all(
      ['alpha', 'beta'].map(async (organization) => {
        const row = {
          ...{ id: `~${organization}`, organization, name: 'x', url: 'http://127.0.0.1:1/' },
          ...{ secret_sealed: '', object_types: '[]', enabled: 1, created_at: 1, created_by: 'x' },
        }
        await database.db.insertInto('webhooks').values(row).execute()
        return row.id
      }),
    )
    for (const webhook of webhooks) await addDue(app, [webhook], 200)
    const now = app.clock.now()
    const lease = { count: 20, now, leaseMs: 60_000 }
    const walk = { now, without: [], limit: 10 }

    expect(await organizationsToSend(database.db, walk)).toEqual(['alpha', 'beta'])
    expect(await organizationsToSend(database.db, { ...walk, limit: 1 })).toEqual(['alpha'])
    expect(await organizationsToSend(database.db, { ...walk, after: 'alpha' })).toEqual(['beta'])
    expect(await organizationsToSend(database.db, { ...walk, upTo: 'alpha' })).toEqual(['alpha'])
    expect(await organizationsToSend(database.db, { ...walk, without: ['alpha'] })).toEqual([
      'beta',
    ])
    expect(await organizationsToSend(database.db, { ...walk, now: now - 1 })).toEqual([])

    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimDeliveries(database, webhooks[0] ?? '', lease)),
    )
    const ids = claims.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(20)
    const later = { ...lease, count: 500, now: now + 60_000 }
    expect(await claimDeliveries(database, webhooks[0] ?? '', later)).toHaveLength(200)

    const hanging = await Promise.all(
      Array.from({ length: 5 }, () => claimHanging(database.db, webhooks[0] ?? '', lease)),
    )
    expect(hanging.filter(Boolean)).toHaveLength(1)

    // What waits for days for a webhook that does not respond is given up; what is being sent is not.
    const day = 86_400_000
    const [sent] = await claimDeliveries(database, webhooks[1] ?? '', {
      ...{ count: 1, now: now + day, leaseMs: day },
    })
    expect(await giveUpOldDeliveries(database.db, now + day, now + 1)).toBe(399)
    expect(await giveUpOldDeliveries(database.db, now + day, now + 1)).toBe(0)
    const stillDue = await database.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('next_attempt_at', 'is not', null)
      .execute()
    expect(stillDue).toEqual([{ id: sent?.id }])
  })
})
