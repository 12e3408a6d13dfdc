import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { startPlatform } from '../../src/platform/platform.ts'
import { sqlite } from '../databases.ts'
import { listen } from '../forms.ts'
import { patienceMs } from '../patience.ts'
import { keyOf, makeApp, makeOwnApp } from '../setup.ts'

const linesOf = (logged: string) =>
  logged
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))

it('logs each request in one line of JSON, without its query string', async () => {
  const app = await makeApp(sqlite.open)

  await app.inject({ as: 'read', url: '/api/user/current?token=hunter2' })
  await app.inject({ url: '/api/user/%22%5C%0A?key=hunter2' })

  expect(linesOf(app.logged())).toMatchObject([
    { level: 30, method: 'GET', path: '/api/user/current', status: 200, address: '127.0.0.1' },
    { level: 30, method: 'GET', path: '/api/user/%22%5C%0A', status: 401 },
  ])
  expect(app.logged()).not.toContain('hunter2')
  expect(app.logged()).not.toContain(keyOf('rita'))
})

it('gives each request its own id', async () => {
  const app = await makeApp(sqlite.open)

  await app.inject({ url: '/api/status' })
  await app.inject({ url: '/api/status' })

  const ids = linesOf(app.logged()).map(({ reqId }) => reqId)
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

it('says nothing below its level', async () => {
  const app = await makeApp(sqlite.open)
  app.deps.log.level = 'warn'

  await app.inject({ url: '/api/status' })

  expect(linesOf(app.logged())).toEqual([])
})

it('says who called, and nothing about probes that found all well', async () => {
  const app = await makeApp(sqlite.open)

  await app.inject({ url: '/api/alive' })
  await app.inject({ url: '/api/health' })
  await app.inject({ as: 'read', url: '/api/user/current' })

  expect(linesOf(app.logged())).toMatchObject([
    { path: '/api/user/current', user: 'rita', organization: 'alpha' },
  ])
})

it('takes the id of the caller, if it is one, and gives it back', async () => {
  const app = await makeApp(sqlite.open)
  const ask = async (id: string) =>
    (await app.inject({ url: '/api/status', headers: { 'x-request-id': id } })).headers[
      'x-request-id'
    ]

  const [own, forged, long] = [
    await ask('job-7:a.b'),
    await ask('a","msg":"x'),
    await ask('x'.repeat(65)),
  ]

  expect(own).toBe('job-7:a.b')
  for (const id of [forged, long]) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(linesOf(app.logged()).map(({ reqId }) => reqId)).toEqual([own, forged, long])
})

it('names a HEAD as what it is', async () => {
  const app = await makeApp(sqlite.open)

  await app.inject({ method: 'HEAD', url: '/api/status' })

  expect(linesOf(app.logged())).toMatchObject([{ method: 'HEAD', path: '/api/status' }])
})

it('is JSON also when the caller hangs up, and knows who that was', async () => {
  const app = await makeOwnApp(sqlite.open)
  app.http.get('/hung-up', async ({ socket }) => {
    if (!socket.closed) await once(socket, 'close')
    return 'x'
  })
  const port = await listen(app)
  const caller = connect(port, '127.0.0.1')
  caller.on('error', () => undefined)
  caller.write('GET /hung-up HTTP/1.1\r\nHost: x\r\n\r\n', () => caller.destroy())

  await expect.poll(() => app.logged(), { timeout: patienceMs }).toContain('/hung-up')

  expect(linesOf(app.logged())).toMatchObject([{ path: '/hung-up', address: '127.0.0.1' }])
})

it('is not filled by calls of the program to itself', async () => {
  // A server that others had before has asked its engine already.
  const app = await makeOwnApp(sqlite.open, { startPlatform })
  await listen(app)
  await vi.waitUntil(() => app.logged().includes('engine available'), { timeout: patienceMs })
  expect(linesOf(app.logged())).toEqual([])
})
