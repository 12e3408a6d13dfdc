import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeSecrets } from '../../src/identity/secrets.ts'
import { serviceKey } from '../../src/identity/service-account.ts'
import { openInstallation } from '../../src/identity/setup/installation.ts'
import { databases, sqlite } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'
import type { TestApp } from '../setup.ts'

const masterKey = 'a master key for tests, long enough'

const asks = async (app: TestApp, key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  return (await app.inject({ method: 'GET', url: '/api/job', headers })).statusCode
}

/** As it was derived in 0.4.0: from the master key and nothing else. */
function keyFromMasterKeyAlone(organization: string, now: number): string {
  const named = ['platform', Buffer.from(organization).toString('base64url'), now].join('.')
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'assay', 'service account proof', 32))
  const proof = createHmac('sha256', key).update(named).digest('base64url')
  return `assay-service.${named}.${proof}`
}

describe('the service account', () => {
  const { open } = sqlite

  it('cannot be forged with the master key but without the database', async () => {
    const app = await makeEngineApp(open, [])

    expect(await asks(app, keyFromMasterKeyAlone('beta', app.clock.now()))).toBe(401)
    const guessed = makeSecrets(masterKey, { service: '' })
    expect(await asks(app, serviceKey(guessed, 'platform', 'beta', app.clock.now()))).toBe(401)
    expect(() => serviceKey(makeSecrets(masterKey), 'platform', 'beta', 0)).toThrow('bound')
  })

  it('cannot be forged with the database but without the master key', async () => {
    const app = await makeEngineApp(open, [])
    const { value } = await app.deps.db
      .selectFrom('meta')
      .select('value')
      .where('name', '=', 'service')
      .executeTakeFirstOrThrow()
    const other = makeSecrets('another key of the same strength as the real one', {
      service: value,
    })

    expect(await asks(app, serviceKey(other, 'platform', 'beta', app.clock.now()))).toBe(401)
    expect(() => other.open('meta.service', value)).toThrow()
  })
})

describe.each(databases)('$name: the service account', ({ open }) => {
  it('gets its secret in an installation of 0.4.0, the same in all processes', async () => {
    const app = await makeEngineApp(open, [])
    const { db } = app.deps
    await db.deleteFrom('meta').where('name', '=', 'service').execute()

    const both = await Promise.all([1, 2].map((now) => openInstallation(db, masterKey, now)))

    const [one, other] = both.map(({ secrets }) => serviceKey(secrets, 'platform', 'beta', 5))
    expect(one).toBe(other)
    expect(one).not.toBe(serviceKey(app.deps.secrets, 'platform', 'beta', 5))
  })
})
