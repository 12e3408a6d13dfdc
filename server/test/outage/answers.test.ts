import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { makeApp } from '../setup.ts'
import { openThroughProxy } from './own-postgres.ts'
import { watchStarvation } from './starvation.ts'

const only = (wanted: string) => databases.filter(({ name }) => name === wanted)

async function makeProxiedApp() {
  const { database, proxy } = await openThroughProxy()
  const app = await makeApp(async () => database)
  const timed = async (url: string, options: Parameters<typeof app.inject>[0] = {}) => {
    const began = performance.now()
    const response = await app.inject({ ...options, url })
    return { response, ms: performance.now() - began }
  }
  return { app, proxy, timed }
}

describe.each(only('postgres'))('$name: while the database does not answer', () => {
  it('the health says so within two seconds and a half, however often it is asked', async () => {
    const { proxy, timed } = await makeProxiedApp()
    expect((await timed('/api/health')).response.statusCode).toBe(200)
    await sleep(600)

    proxy.hold('both')
    const all: (Awaited<ReturnType<typeof timed>> & { starvedMs: number })[] = []
    for (let round = 0; round < 3; round += 1) {
      const starvation = watchStarvation()
      const some = await Promise.all(Array.from({ length: 30 }, () => timed('/api/health')))
      const starvedMs = starvation.end()
      all.push(...some.map((each) => ({ ...each, starvedMs })))
    }
    const alive = await timed('/api/alive')
    proxy.pass()

    for (const { response, ms, starvedMs } of all) {
      expect(response.statusCode).toBe(503)
      expect(response.json()).toEqual({
        status: 'unavailable',
        reason: 'The database does not answer',
      })
      expect(ms - starvedMs).toBeLessThan(2_500)
    }
    // The first who ask find out for all who come later.
    for (const { ms, starvedMs } of all.slice(30)) expect(ms - starvedMs).toBeLessThan(1_000)
    expect(alive.response.statusCode).toBe(200)
    expect(alive.ms).toBeLessThan(1_000)
    await expect
      .poll(async () => (await timed('/api/health')).response.statusCode, { timeout: 20_000 })
      .toBe(200)
  })

  it('who sends credentials hears 503 and when to come again, not 401 and not 500', async () => {
    const { app, proxy, timed } = await makeProxiedApp()
    await proxy.refuse()

    const byKey = await timed('/api/user/current', { as: 'analyze' })
    const bySession = await timed('/api/user/current', {
      headers: { cookie: 'CORTEX_SESSION=0123456789abcdef0123456789abcdef' },
    })
    const signIn = await timed('/api/login', {
      method: 'POST',
      payload: { user: 'alan', password: 'alan-password' },
    })
    const byNobody = await timed('/api/user/current')

    for (const { response } of [byKey, bySession, signIn]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('2')
      expect(response.json()).toEqual({
        type: 'ServiceUnavailable',
        message: 'The database does not answer; try again in a moment',
      })
    }
    expect(signIn.ms).toBeLessThan(1_000)
    expect(byNobody.response.statusCode).toBe(401)
    // What is wrong is for the log of the database, once, and not for every request.
    expect(app.logged()).not.toContain('request failed')

    await proxy.accept()
    await expect
      .poll(async () => (await timed('/api/user/current', { as: 'analyze' })).response.statusCode, {
        timeout: 20_000,
      })
      .toBe(200)
  })
})

describe.each(only('sqlite'))('$name: a full disk', ({ open }) => {
  it('refuses writes with 507, and reads go on', async () => {
    const app = await makeApp(open)
    const { db } = app.deps
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 0)}`.execute(db)
    const name = 'x'.repeat(100)
    const make = (number: number) =>
      app.inject({
        as: 'root',
        method: 'POST',
        url: '/api/organization',
        payload: { name: `${name}${number}`, description: 'd'.repeat(5_000) },
      })

    let refused = await make(0)
    for (let number = 1; refused.statusCode === 201 && number < 100; number += 1)
      refused = await make(number)
    const read = await app.inject({ as: 'root', url: '/api/organization' })
    await sql`pragma max_page_count = 1000000`.execute(db)
    const again = await make(1_000)

    expect(refused.statusCode).toBe(507)
    expect(refused.json()).toEqual({
      type: 'InsufficientStorage',
      message: 'The disk of the server is full',
    })
    expect(refused.headers['retry-after']).toBe('60')
    expect(read.statusCode).toBe(200)
    expect(again.statusCode).toBe(201)
  })
})

describe.each(only('sqlite'))('$name: a file that somebody else holds', ({ open }) => {
  it('refuses writes with 503 and when to come again', async () => {
    const app = await makeApp(open)
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(app.deps.db)
    const other = new DatabaseSync(rows[0]?.file ?? '')
    other.exec('begin immediate')
    const payload = { name: 'later', description: 'later' }
    const make = () => app.inject({ as: 'root', method: 'POST', url: '/api/organization', payload })

    const refused = await make()
    const read = await app.inject({ as: 'root', url: '/api/organization' })
    other.exec('rollback')
    other.close()
    const again = await make()

    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('2')
    expect(refused.json()).toMatchObject({ type: 'ServiceUnavailable' })
    expect(read.statusCode).toBe(200)
    expect(again.statusCode).toBe(201)
  }, 30_000)
})
