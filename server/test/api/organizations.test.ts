import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, makeApp, type Person } from '../setup.ts'
import { browserOf, signIn, statusWith } from './browser.ts'
import { hostileNames } from './hostile-names.ts'
import { badRequest, conflict, notFound, refusalOf } from './refusal.ts'

describe.each(databases)('$name: organizations', ({ open }) => {
  describe('creating', () => {
    it('makes an active organization whose id is its name', async () => {
      const { as, clock } = await makeApp(open)

      const made = await as('root').createOrganization({ name: 'gamma', description: 'Third' })

      expect(made).toEqual({
        _id: 'gamma',
        id: 'gamma',
        _type: 'organization',
        _routing: 'gamma',
        _parent: null,
        name: 'gamma',
        description: 'Third',
        status: 'Active',
        secondFactor: 'optional',
        createdAt: clock.now(),
        createdBy: 'root',
      })
      expect(await as('root').getOrganization({ id: 'gamma' })).toEqual(made)
    })

    it('reaches an organization again under its name, however hostile that is', async () => {
      const { as } = await makeApp(open)
      const root = as('root')

      const reached: string[] = []
      for (const name of hostileNames) {
        await root.createOrganization({ name, description: 'Odd' })
        await root.createUser({ login: `in ${name}`, name, organization: name })
        const found = await root.getOrganization({ id: name })
        const users = await root.listOrganizationUsers({ id: name })
        const changed = await root.updateOrganization({ id: name }, { status: 'Locked' })
        await root.deleteOrganization({ id: name })
        if (found.id === name && users.rows[0]?.id === `in ${name}` && changed.id === name)
          reached.push(name)
      }

      expect(reached).toEqual(hostileNames)
      expect((await root.searchOrganizations({ query: { status: 'Locked' } })).total).toBe(
        hostileNames.length + 1,
      )
    })

    it('refuses a second organization of the same name, also when ten come at once', async () => {
      const { as } = await makeApp(open)
      const attempts = Array.from({ length: 10 }, (_, n) =>
        as('root').createOrganization({ name: 'gamma', description: `${n}` }),
      )

      const results = await Promise.allSettled(attempts)

      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(9)
      for (const { reason } of refused)
        expect(await refusalOf(Promise.reject(reason))).toEqual(
          conflict('organization gamma already exists'),
        )
    })
  })

  describe('reading one', () => {
    it('counts users by status with nstats', async () => {
      const { as } = await makeApp(open)

      const { stats } = await as('orgadmin').getOrganization({ id: 'alpha' }, { nstats: true })

      expect(stats).toEqual({ users: { Active: 4, Locked: 1, total: 5 }, workers: { total: 0 } })
    })
  })

  describe('changing', () => {
    it('changes description and status and says who did it when', async () => {
      const { as, clock } = await makeApp(open)
      clock.advance(5_000)

      const changed = await as('root').updateOrganization(
        { id: 'alpha' },
        { description: 'New', status: 'Locked' },
      )

      expect(changed).toMatchObject({
        description: 'New',
        status: 'Locked',
        createdAt: clock.now() - 5_000,
        createdBy: 'init',
        updatedAt: clock.now(),
        updatedBy: 'root',
      })
      expect(await as('root').getOrganization({ id: 'alpha' })).toEqual(changed)
    })
  })

  describe('locking', () => {
    it('keeps the data, as often as it is deleted', async () => {
      const { as } = await makeApp(open)

      await as('root').deleteOrganization({ id: 'alpha' })
      await as('root').deleteOrganization({ id: 'alpha' })

      const left = await as('root').getOrganization({ id: 'alpha' })
      expect(left).toMatchObject({ status: 'Locked', description: 'First team' })
      expect((await as('root').listOrganizationUsers({ id: 'alpha' })).total).toBe(5)
    })
  })
})

describe.each(oneDatabase)('$name: organizations', ({ open }) => {
  describe('creating', () => {
    it('makes a locked organization when asked to', async () => {
      const { as } = await makeApp(open)
      const input = { name: 'gamma', description: '', status: 'Locked' as const }

      const made = await as('root').createOrganization(input)

      expect(made).toMatchObject({ status: 'Locked', description: '' })
    })

    it.each([
      ['nothing', {}, ['name', 'description']],
      ['no description', { name: 'gamma' }, ['description']],
      ['an empty name', { name: '', description: '' }, ['name']],
      ['a space before the name', { name: ' gamma', description: '' }, ['name']],
      ['a space after the name', { name: 'gamma ', description: '' }, ['name']],
      ['a line break in the name', { name: 'gam\nma', description: '' }, ['name']],
      ['a name of 129 characters', { name: 'n'.repeat(129), description: '' }, ['name']],
      ['a number as name', { name: 7, description: '' }, ['organization.name']],
      ['a user status', { name: 'gamma', description: '', status: 'Ok' }, ['status']],
      [
        'attributes that only the server sets',
        { name: 'gamma', description: '', createdBy: 'me', createdAt: 1, id: 'x' },
        ['organization.createdBy', 'organization.createdAt', 'organization.id'],
      ],
    ])('refuses %s and stores nothing', async (_what, payload, wrong) => {
      const { as, inject } = await makeApp(open)
      const before = await as('root').listOrganizations()

      const url = '/api/organization'
      const response = await inject({ as: 'root', method: 'POST', url, payload })

      expect(response.statusCode).toBe(400)
      const body = response.json()
      expect(body).toMatchObject({ type: 'AttributeCheckingError', tableName: 'organization' })
      expect(body.errors.map((error: { name: string }) => error.name).sort()).toEqual(wrong.sort())
      expect(await as('root').listOrganizations()).toEqual(before)
    })

    it.each(['user', 'analyzer', 'responder', '_search', '_stats', '.', '..'])(
      'refuses the name %j, which no path could reach',
      async (name) => {
        const { as } = await makeApp(open)

        const refusal = await refusalOf(as('root').createOrganization({ name, description: '' }))

        expect(refusal).toEqual(badRequest(`The name ${name} is reserved. Choose another`))
      },
    )

    it('keeps users and organizations apart: both may have the same name', async () => {
      const { as } = await makeApp(open)

      const made = await as('root').createOrganization({ name: 'rita', description: '' })

      expect(made.name).toBe('rita')
    })
  })

  describe('reading one', () => {
    it.each<Person>(['read', 'analyze', 'orgadmin', 'noRole'])(
      'shows %s your organization and hides every other one',
      async (person) => {
        const { as } = await makeApp(open)

        const own = await as(person).getOrganization({ id: 'alpha' })

        expect(own).toMatchObject({ id: 'alpha', description: 'First team', status: 'Active' })
        for (const id of ['beta', 'closed', 'cortex', 'nowhere'])
          expect(await refusalOf(as(person).getOrganization({ id }))).toEqual(
            notFound(`organization ${id} not found`),
          )
      },
    )

    it('does not show the counts of another organization', async () => {
      const { as } = await makeApp(open)

      const asked = as('orgadmin').getOrganization({ id: 'beta' }, { nstats: true })

      expect(await refusalOf(asked)).toEqual(notFound('organization beta not found'))
    })
  })

  describe('changing', () => {
    it('refuses to change anything else', async () => {
      const { as, inject } = await makeApp(open)
      const before = await as('root').getOrganization({ id: 'alpha' })

      for (const name of ['name', 'id', '_id', 'createdBy', 'createdAt', 'updatedBy', 'users']) {
        const payload = { description: 'New', [name]: 'gamma' }
        const url = '/api/organization/alpha'
        const response = await inject({ as: 'root', method: 'PATCH', url, payload })
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({
          type: 'AttributeCheckingError',
          errors: [{ type: 'UnknownAttributeError', name: `organization.${name}` }],
        })
      }

      expect(await as('root').getOrganization({ id: 'alpha' })).toEqual(before)
    })

    it('answers 404 for an organization that does not exist', async () => {
      const { as } = await makeApp(open)
      const missing = { id: 'nowhere' }

      const update = await refusalOf(as('root').updateOrganization(missing, { description: '' }))
      const deletion = await refusalOf(as('root').deleteOrganization(missing))

      expect(update).toEqual(notFound('organization nowhere not found'))
      expect(deletion).toEqual(notFound('organization nowhere not found'))
    })

    it('never changes or locks the home of the superadmins', async () => {
      const { as } = await makeApp(open)
      const before = await as('root').getOrganization({ id: 'cortex' })

      const update = await refusalOf(
        as('root').updateOrganization({ id: 'cortex' }, { status: 'Locked' }),
      )
      const deletion = await refusalOf(as('root').deleteOrganization({ id: 'cortex' }))

      expect(update).toEqual(badRequest("Cortex organization can't be updated"))
      expect(deletion).toEqual(badRequest("Cortex organization can't be removed"))
      expect(await as('root').getOrganization({ id: 'cortex' })).toEqual(before)
    })
  })

  describe('locking', () => {
    it('shuts its users out at once, by key, session and password, and lets them in again', async () => {
      const app = await makeApp(open)
      const browser = await browserOf(app, 'rita')
      const waysIn = async () => ({
        key: await statusWith(app, { authorization: `Bearer ${keyOf('rita')}` }),
        session: await statusWith(app, browser),
        password: (await signIn(app, 'rita')).statusCode,
      })

      await app.as('root').deleteOrganization({ id: 'alpha' })
      const locked = await waysIn()
      await app.as('root').updateOrganization({ id: 'alpha' }, { status: 'Active' })
      const unlocked = await waysIn()

      expect(locked).toEqual({ key: 401, session: 401, password: 401 })
      expect(unlocked).toMatchObject({ key: 200, password: 200 })
    })

    it('leaves every other organization alone', async () => {
      const { as } = await makeApp(open)

      await as('root').deleteOrganization({ id: 'alpha' })

      expect((await as('stranger').currentUser()).organization).toBe('beta')
    })
  })
})
