import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { keyOf } from '../setup.ts'
import { givenAlert } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

const asked = async (open: TestDatabases['open'], login: string, organisation: string) => {
  const app = await makePlatformApp(open)
  return app.inject({
    url: '/api/v1/user/current',
    headers: { authorization: `Bearer ${keyOf(login)}`, 'x-organisation': organisation },
  })
}

describe.each(oneDatabase)('$name: the header X-Organisation', ({ open }) => {
  it.each([
    ['alan', 'alpha', 200],
    ['alan', '', 200],
    ['root', 'admin', 200],
    ['root', 'cortex', 200],
    ['alan', 'beta', 403],
    ['alan', 'admin', 403],
    ['alan', '%E0%A4%A', 403],
    ['root', 'alpha', 403],
  ])('of %s that says "%s" is answered with %i', async (login, organisation, status) => {
    const { statusCode, body } = await asked(open, login, organisation)

    expect(statusCode).toBe(status)
    if (status === 403) expect(body).toContain('X-Organisation is not your organization')
  })
})

describe.each(oneDatabase)('$name: the organizations of a user', ({ open }) => {
  it('are one, with one profile', async () => {
    const app = await makePlatformApp(open)
    const set = (organisations: { organisation: string; profile: string }[]) =>
      app.as('root').setUserOrganisations({ login: 'nora' }, { organisations })

    const moved = await set([{ organisation: 'beta', profile: 'org-admin' }])

    expect(moved.organisations).toEqual([
      { organisationId: 'beta', organisation: 'beta', profile: 'org-admin', default: true },
    ])
    expect(await app.as('root').getUserV1({ login: 'nora' })).toMatchObject({
      organisation: 'beta',
      profile: 'org-admin',
    })
    const both = [
      { organisation: 'alpha', profile: 'analyst' },
      { organisation: 'beta', profile: 'analyst' },
    ]
    await expect(set(both)).rejects.toMatchObject({
      status: 400,
      message: 'A user belongs to one organization: send one, not 2',
    })
    await expect(set([])).rejects.toMatchObject({ status: 400 })
  })
})

describe.each(databases)('$name: an alert', ({ open }) => {
  it('is taken out of its case and can go into another', async () => {
    const app = await makePlatformApp(open)
    await givenAlert(app.deps)
    const client = app.as('analyze')
    const made = await client.promoteAlertV1({ id: '~2001' }, {})
    const other = await client.createCaseV1({ title: 'Another', description: 'd' })

    await expect(client.unlinkAlert({ id: other._id, alertId: '~2001' })).rejects.toMatchObject({
      status: 404,
    })
    await client.unlinkAlert({ id: made._id, alertId: '~2001' })
    const alone = await client.getAlertV1({ id: '~2001' })
    await client.mergeAlertV1({ id: '~2001', caseId: other._id })

    expect(alone).toMatchObject({ read: true, status: 'Ignored' })
    expect(alone).not.toHaveProperty('caseId')
    expect(await client.getAlertV1({ id: '~2001' })).toMatchObject({ caseId: other._id })
  })
})
