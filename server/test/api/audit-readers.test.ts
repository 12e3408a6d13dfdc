import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeApp, type TestApp } from '../setup.ts'
import { signIn } from './browser.ts'
import { refusalOf } from './refusal.ts'

describe.each(databases)('$name: who reads the audit trail', ({ open }) => {
  it('superadmin reads everything, the newest first', async () => {
    const app = await makeApp(open)
    await makeHistory(app)

    const { rows, total } = await app.as('root').listAudit()

    expect(rows.map(({ organization }) => organization)).toEqual([null, 'gamma', 'beta', 'alpha'])
    expect(total).toBe(4)
  })

  it('orgadmin reads changes in your organization by any user', async () => {
    const app = await makeApp(open)
    await makeHistory(app)
    await app.as('root').updateUser({ login: 'rita' }, { name: 'By root' })

    const { rows, total } = await app.as('orgadmin').listAudit({ range: 'all' })

    expect(rows.map(({ actor, objectId }) => [actor, objectId])).toEqual([
      ['root', 'rita'],
      ['ada', 'rita'],
    ])
    expect(total).toBe(2)
  })

  it('orgadmin finds nothing of others, whatever the criteria and the order', async () => {
    const app = await makeApp(open)
    await makeHistory(app)
    const criteria = [
      { organization: 'beta' },
      { actor: 'bob' },
      { _not: { organization: 'alpha' } },
      { _or: [{ organization: 'beta' }, { actor: 'root' }] },
      { _in: { _field: 'organization', _values: ['beta', 'gamma', 'cortex'] } },
      { _not: { _contains: 'organization' } },
      { _wildcard: { _field: 'objectId', _value: 'b*' } },
      { _string: 'beta' },
      { action: 'session.refuse' },
    ]

    for (const query of criteria) {
      const text = JSON.stringify(query)
      const url = `/api/audit?query=${encodeURIComponent(text)}`
      const listed = await app.inject({ as: 'orgadmin', url })
      expect(await app.as('orgadmin').searchAudit({ query }), text).toEqual({ rows: [], total: 0 })
      expect([listed.body, listed.headers['x-total']], text).toEqual(['[]', '0'])
    }
    for (const sort of ['+organization', '-organization', '+actor', '-at', '+id']) {
      const { rows, total } = await app.as('orgadmin').searchAudit({ sort: [sort], range: 'all' })
      expect([total, ...rows.map(({ organization }) => organization)], sort).toEqual([1, 'alpha'])
    }
  })

  it('is paged by ten, with the total of all', async () => {
    const { as, clock } = await makeApp(open)
    for (let n = 0; n < 12; n++) {
      clock.advance(1_000)
      await as('orgadmin').updateUser({ login: 'rita' }, { name: `R${n}` })
    }

    const first = await as('orgadmin').listAudit()
    const rest = await as('orgadmin').listAudit({ range: '10-20' })
    const oldest = await as('orgadmin').listAudit({ sort: ['+at'], range: '0-1' })

    expect([first.rows.length, rest.rows.length, first.total]).toEqual([10, 2, 12])
    expect(first.rows[0]?.details).toEqual({ name: 'R11' })
    expect(oldest.rows[0]?.details).toEqual({ name: 'R0' })
  })

  it('is found by who, what, which and when', async () => {
    const app = await makeApp(open)
    await makeHistory(app)
    const { rows } = await app.as('root').searchAudit({ query: { actor: 'ada' } })
    const [entry] = rows

    for (const query of [
      { action: 'user.update', organization: 'alpha' },
      { _and: [{ objectType: 'user' }, { objectId: 'rita' }] },
      { id: entry?.id },
      { _id: entry?.id },
      { requestId: entry?.requestId },
      { _gte: { at: entry?.at }, objectId: 'rita' },
    ])
      expect((await app.as('root').searchAudit({ query })).rows).toEqual([entry])
  })
})

describe.each(oneDatabase)('$name: who reads the audit trail', ({ open }) => {
  it('is not sorted or searched by what is not in it', async () => {
    const { as } = await makeApp(open)

    const sorted = await refusalOf(as('root').searchAudit({ sort: ['+details'] }))
    const found = await as('root').searchAudit({ query: { password: 'x' } })

    expect(sorted).toMatchObject({ status: 400, type: 'SearchError' })
    expect(found.total).toBe(0)
  })
})

/** One change in alpha, one in beta, one in a new organization, and an unknown login. */
async function makeHistory(app: TestApp) {
  await app.as('orgadmin').updateUser({ login: 'rita' }, { name: 'By ada' })
  await app.as('stranger').updateUser({ login: 'bob' }, { name: 'By bob' })
  await app.as('root').createOrganization({ name: 'gamma', description: '' })
  await signIn(app, 'nobody-here', 'x')
}
