import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { removeUser } from '../../src/identity/users/remove.ts'
import { browserOf } from '../api/browser.ts'
import { refusalOf } from '../api/refusal.ts'
import { sqlite } from '../databases.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { makeApp, type Person, passwordOf, people } from '../setup.ts'

const open = sqlite.open
const callerOf = (person: Person) => {
  const { login, organization, roles } = people[person]
  return { login, organization, roles: [...roles], via: 'key' as const }
}

describe('to remove a user', () => {
  it.each<[Person, string, number]>([
    ['orgadmin', 'ada', 400],
    ['root', 'root', 400],
    ['stranger', 'rita', 404],
    ['orgadmin', 'nemo', 404],
    ['analyze', 'rita', 403],
    ['noRole', 'rita', 403],
  ])('%s is refused %s', async (person, login, status) => {
    const { deps } = await makeApp(open)
    const origin = { address: 'test', requestId: 'test' }
    const types = { 400: 'BadRequest', 403: 'AuthorizationError', 404: 'NotFoundError' }

    const removing = removeUser(deps, callerOf(person), origin, login)

    await expect(removing).rejects.toMatchObject({ type: types[status as keyof typeof types] })
    const left = await deps.db.selectFrom('users').select('login').execute()
    expect(left.map((row) => row.login)).toContain(login === 'nemo' ? 'rita' : login)
  })
})

describe('a sign-in', () => {
  it('is refused where sessions are switched off', async () => {
    const app = await makeApp(open, { environment: { ASSAY_AUTH_METHOD_SESSION: 'false' } })
    const payload = { user: 'rita', password: passwordOf('rita') }
    const answer = await app.inject({ method: 'POST', url: '/api/login', payload })
    expect([answer.statusCode, answer.cookies]).toEqual([403, []])
  })

  it('changes only the caller’s own second factor, with the password of either', async () => {
    const app = await makeApp(open)
    const headers = await browserOf(app, 'ada')
    for (const login of ['ada', 'rita']) {
      const payload = { password: passwordOf(login) }
      const url = '/api/user/rita/secondFactor/totp'
      const answer = await app.inject({ method: 'POST', url, headers, payload })
      expect(answer.statusCode).toBe(403)
      expect(answer.json().message).toContain('of another user')
    }
  })
})

describe('a body', () => {
  const send = async (sent: string, announced?: number) => {
    const app = await makePlatformApp(open, { environment: { ASSAY_HTTP_BODYLIMIT: '4KiB' } })
    return app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/case/_search',
      headers: {
        'content-type': 'application/json',
        ...(announced === undefined ? {} : { 'content-length': String(announced) }),
      },
      payload: Readable.from([Buffer.from(sent)]),
    })
  }

  it('is counted where its length is not announced', async () => {
    expect((await send('{"query":{}}')).statusCode).toBe(200)
    const long = await send(`{"query":{}${' '.repeat(5_000)}}`)
    expect(long.statusCode).toBe(413)
    expect(long.json().message).toContain('4096 bytes')
  })

  it('is refused by the length that it announces, before it arrives', async () => {
    const { statusCode, json } = await send('{"query":{}}', 5_000)
    expect({ statusCode, message: json().message }).toEqual({
      statusCode: 413,
      message: expect.stringContaining('4096 bytes'),
    })
  })

  it('has the length that was announced', async () => {
    expect((await send('{"query":{}}', 12)).statusCode).toBe(200)
    const short = await send('{"query":{}}', 13)
    expect(short.statusCode).toBe(400)
    expect(short.json().message).toContain('did not match Content-Length')
  })
})

describe('what the platform keeps', () => {
  it('is changed by superadmin alone: a status that all organizations have', async () => {
    const app = await makePlatformApp(open)
    const change = app.as('orgadmin').updateCaseStatus({ id: 'TruePositive' }, { order: 9 })
    expect(await refusalOf(change)).toMatchObject({
      status: 403,
      message: expect.stringContaining('is global'),
    })
    const removal = app.as('orgadmin').deleteCaseStatus({ id: 'TruePositive' })
    expect(await refusalOf(removal)).toMatchObject({ status: 403 })
  })

  it('is asked for by those who may see it: the audit trail', async () => {
    const app = await makePlatformApp(open)
    const reader = app.as('read')
    const query = [{ _name: 'listAudit' }]

    expect(await refusalOf(reader.queryV1({ query }))).toMatchObject({ status: 403 })
    expect(await refusalOf(reader.describe({ entity: 'audit' }))).toMatchObject({ status: 404 })
    const search = reader.searchByType({ query: { _type: 'audit' } })
    expect(await refusalOf(search)).toMatchObject({ status: 403 })
    expect(await app.as('orgadmin').queryV1({ query })).toBeInstanceOf(Array)
  })

  it('is 500 dashboards of one user at most', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const first = await client.createDashboard({ title: 't', description: 'd', definition: '{}' })
    const row = await app.deps.db
      .selectFrom('dashboards')
      .selectAll()
      .where('id', '=', first._id)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 499 }, (_, n) => ({ ...row, id: `~${900_000 + n}` }))
    await app.deps.db.insertInto('dashboards').values(more).execute()

    const another = client.createDashboard({ title: 't', description: 'd', definition: '{}' })
    expect(await refusalOf(another)).toMatchObject({
      status: 400,
      message: expect.stringContaining('500 dashboards'),
    })
    const ofOther = app.as('orgadmin').createDashboard({
      title: 't',
      description: 'd',
      definition: '{}',
    })
    expect(await ofOther).toMatchObject({ title: 't' })
  })
})
