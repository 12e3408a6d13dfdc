import { describe, expect, it } from 'vitest'
import { askerKinds } from '../../src/domain/caller.ts'
import { makeSecrets } from '../../src/identity/secrets.ts'
import { serviceKey } from '../../src/identity/service-account.ts'
import { openInstallation } from '../../src/identity/setup/installation.ts'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
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

  it('says for whom it asks: a person has priority, and the job remembers who it was', async () => {
    const app = await makeEngineApp(open, Object.values(programs), {
      environment: { ASSAY_ROLES: 'engine' },
    })
    const { id } = await app.enable('orgadmin', 'Echo')
    const rows = []
    for (const kind of askerKinds) {
      const asker = { login: 'alan', kind, cause: kind === 'rule' ? 'run-1' : null }
      const key = serviceKey(app.deps.secrets, 'platform', 'alpha', app.clock.now(), asker)
      const response = await app.inject({
        method: 'POST',
        url: `/api/analyzer/${id}/run`,
        headers: { authorization: `Bearer ${key}` },
        // What is sent decides nothing.
        payload: { dataType: 'ip', data: kind, parameters: { user: 'ada' } },
      })
      expect(response.json()).toMatchObject({ createdBy: 'platform' })
      rows.push(
        await app.deps.db
          .selectFrom('jobs')
          .select(['asked_by', 'asked_kind', 'cause', 'priority'])
          .where('id', '=', response.json().id)
          .executeTakeFirst(),
      )
    }

    expect(rows).toEqual([
      { asked_by: 'alan', asked_kind: 'person', cause: null, priority: 1 },
      { asked_by: 'alan', asked_kind: 'key', cause: null, priority: 0 },
      { asked_by: 'alan', asked_kind: 'rule', cause: 'run-1', priority: -1 },
      { asked_by: 'alan', asked_kind: 'agent', cause: null, priority: -1 },
    ])
  })

  it('speaks for someone in one call only, and neither for others nor in another organization', async () => {
    const app = await makeApp(open)
    // Who is let in is told that only administrators may read it.
    const status = (key: string) => asks(app, key, '/api/audit')
    const asker = { login: 'alan', kind: 'rule', cause: 'run-1', author: 'ada' } as const
    const made = () =>
      serviceKey(app.deps.secrets, 'platform', 'alpha', app.clock.now(), asker).split('.')
    const [head, purpose, organization, at, signed, once, proof] = made()
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      [head, purpose, organization, at, text(['ada', 'rule', 'run-1', 'ada']), once, proof],
      [head, purpose, organization, at, text(['alan', 'person', 'run-1', 'ada']), once, proof],
      [head, purpose, organization, at, text(['alan', 'rule', 'run-1', 'bob']), once, proof],
      [head, purpose, organization, at, text(['alan', 'rule', 'run-1']), once, proof],
      [head, purpose, Buffer.from('beta').toString('base64url'), at, signed, once, proof],
      [head, purpose, organization, at, signed, made()[5], proof],
      [head, purpose, organization, at, signed, proof],
      [head, purpose, organization, at, proof],
      [head, purpose, organization, at, signed, once, proof, 'x'],
    ]

    for (const parts of forged) expect(await status(parts.join('.'))).toBe(401)
    const first = made().join('.')
    expect([await status(first), await status(first)]).toEqual([403, 401])
    app.clock.advance(9 * 60_000)
    expect([await status(first), await status(made().join('.'))]).toEqual([401, 403])
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
