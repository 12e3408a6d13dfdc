import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onlyPostgres, sqlite } from '../databases.ts'
import { makeApp } from '../setup.ts'
import { openThroughProxy } from './own-postgres.ts'

async function makeProxiedApp() {
  const { database, proxy } = await openThroughProxy()
  const app = await makeApp(async () => database)
  const ask = (url: string, options: Parameters<typeof app.inject>[0] = {}) =>
    app.inject({ ...options, url })
  return { app, proxy, ask }
}

describe.each(onlyPostgres)('$name: while the database does not answer', () => {
  it('the health says so without waiting for it, and who asks later does not ask it again', async () => {
    const { proxy, ask } = await makeProxiedApp()
    const health = async () => (await ask('/api/health')).statusCode
    await expect.poll(health).toBe(200)

    // From here on it never answers, so whatever is answered did not wait for it.
    proxy.hold('both')
    await expect.poll(health).toBe(503)
    const before = proxy.sent()
    const all = await Promise.all(Array.from({ length: 90 }, () => ask('/api/health')))
    const after = proxy.sent()
    const alive = await ask('/api/alive')
    proxy.pass()

    for (const response of all) {
      expect(response.statusCode).toBe(503)
      expect(response.json()).toEqual({
        status: 'unavailable',
        reason: 'The database does not answer',
      })
    }
    // The first callers find out for all later ones; a few tries continue next to them.
    expect(after - before).toBeLessThan(45)
    expect(alive.statusCode).toBe(200)
    await expect.poll(health).toBe(200)
  })

  it('who sends credentials hears 503 and when to come again, not 401 and not 500', async () => {
    const { app, proxy, ask } = await makeProxiedApp()
    await proxy.refuse()

    const byKey = await ask('/api/user/current', { as: 'analyze' })
    const bySession = await ask('/api/user/current', {
      headers: { cookie: 'CORTEX_SESSION=0123456789abcdef0123456789abcdef' },
    })
    const signIn = await ask('/api/login', {
      method: 'POST',
      payload: { user: 'alan', password: 'alan-password' },
    })
    const anonymous = await ask('/api/user/current')

    for (const response of [byKey, bySession, signIn]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('2')
      expect(response.json()).toEqual({
        type: 'ServiceUnavailable',
        message: 'The database is unavailable. Retry in a few seconds',
      })
    }
    expect(anonymous.statusCode).toBe(401)
    // What is wrong is for the log of the database, once, and not for every request.
    expect(app.logged()).not.toContain('request failed')

    await proxy.accept()
    await expect
      .poll(async () => (await ask('/api/user/current', { as: 'analyze' })).statusCode)
      .toBe(200)
  })
})

describe('SQLite: a full disk', () => {
  it('refuses writes with 507, and reads continue', async () => {
    const app = await makeApp(sqlite.open)
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
      message:
        'The server is out of disk space. Once its operator has freed some, repeat the request',
    })
    expect(refused.headers['retry-after']).toBe('60')
    expect(read.statusCode).toBe(200)
    expect(again.statusCode).toBe(201)
  })
})

describe('SQLite: a file that another process holds', () => {
  it('refuses writes with 503 and when to come again', async () => {
    const app = await makeApp(sqlite.open)
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
  })
})
