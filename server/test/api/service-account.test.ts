import { describe, expect, it } from 'vitest'
import { makeSecrets } from '../../src/identity/secrets.ts'
import { serviceKey } from '../../src/identity/service-account.ts'
import { openInstallation } from '../../src/identity/setup/installation.ts'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { makeApp, type TestApp, testMasterKey } from '../setup.ts'

const asks = async (app: TestApp, key: string, url = '/api/job') => {
  const headers = { authorization: `Bearer ${key}` }
  return (await app.inject({ method: 'GET', url, headers })).statusCode
}

describe.each(oneDatabase)('$name: the service account of the platform', ({ open }) => {
  it('opens the engine for its organization, with the rights of an analyst', async () => {
    const app = await makeEngineApp(open)
    const { id } = await app.enable('orgadmin', 'Echo')
    const key = serviceKey(app.deps.secrets, 'platform', 'alpha', app.clock.now())
    const headers = { authorization: `Bearer ${key}` }

    const run = await app.inject({
      method: 'POST',
      url: `/api/analyzer/${id}/run`,
      headers,
      payload: { dataType: 'ip', data: '192.0.2.1' },
    })
    const admin = await app.inject({ method: 'DELETE', url: `/api/analyzer/${id}`, headers })

    expect(run.json()).toMatchObject({ organization: 'alpha', createdBy: 'platform' })
    expect(admin.statusCode).toBe(403)
  })

  it('works between processes that share master key and database, and whatever methods people may use', async () => {
    const environment = { ASSAY_AUTH_METHOD_KEY: 'false', ASSAY_AUTH_METHOD_SESSION: 'true' }
    const app = await makeEngineApp(open, [], { environment })
    const elsewhere = await openInstallation(app.deps.db, testMasterKey, app.clock.now())

    expect(
      await asks(app, serviceKey(elsewhere.secrets, 'platform', 'alpha', app.clock.now())),
    ).toBe(200)
  })

  it('is not a user: no list and no log shows it', async () => {
    const app = await makeEngineApp(open)
    const key = serviceKey(app.deps.secrets, 'platform', 'alpha', app.clock.now())
    await asks(app, key)

    const { rows } = await app.as('orgadmin').listOrganizationUsers({ id: 'alpha' })

    expect(rows.map(({ id }) => id)).not.toContain('platform')
    expect(app.logged()).not.toContain(key)
    expect(app.logged()).not.toContain(key.split('.').at(-1))
  })

  it.each([
    ['a locked organization', 'closed'],
    ['an unknown one', 'nowhere'],
    ['none', ''],
  ])('of %s opens nothing', async (_, organization) => {
    const app = await makeEngineApp(open, [])

    expect(
      await asks(app, serviceKey(app.deps.secrets, 'platform', organization, app.clock.now())),
    ).toBe(401)
  })

  it('of one organization does not open another', async () => {
    const app = await makeEngineApp(open, [])
    const [head, purpose, , made, proof] = serviceKey(
      app.deps.secrets,
      'platform',
      'alpha',
      app.clock.now(),
    ).split('.')
    const beta = Buffer.from('beta').toString('base64url')

    expect(await asks(app, [head, purpose, beta, made, proof].join('.'))).toBe(401)
  })

  it('ends ten minutes after it was made, and does not begin before', async () => {
    const app = await makeEngineApp(open, [])
    const at = (ms: number) =>
      serviceKey(app.deps.secrets, 'platform', 'alpha', app.clock.now() + ms)

    expect(await asks(app, at(-10 * 60_000))).toBe(200)
    expect(await asks(app, at(-10 * 60_000 - 1))).toBe(401)
    expect(await asks(app, at(10 * 60_000 + 1))).toBe(401)
  })

  it('cannot be forged', async () => {
    const app = await makeApp(open)
    const real = serviceKey(app.deps.secrets, 'platform', 'alpha', app.clock.now())
    const stranger = makeSecrets('another master key, of the same length', { service: 'x' })
    const parts = real.split('.')
    const forged = [
      serviceKey(stranger, 'platform', 'alpha', app.clock.now()),
      real.slice(0, -1),
      `${real}x`,
      `${real}.`,
      `${real}.x`,
      parts.slice(0, 4).join('.'),
      [...parts.slice(0, 4), ''].join('.'),
      [...parts.slice(0, 3), 'NaN', parts[4]].join('.'),
      [parts[0], 'orgadmin', ...parts.slice(2)].join('.'),
      [parts[0], '', ...parts.slice(2)].join('.'),
      // A proof of this server for another purpose is not valid for this.
      [...parts.slice(0, 4), app.deps.secrets.proof('csrf', parts.slice(1, 4).join('.'))].join('.'),
      'assay-service....',
      'assay-service',
      parts[4] ?? '',
    ]

    expect(await asks(app, real, '/api/audit')).toBe(403)
    for (const key of forged) expect([key, await asks(app, key, '/api/audit')]).toEqual([key, 401])
  })
})
