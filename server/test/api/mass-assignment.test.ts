import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { makeApp, type Person, people } from '../setup.ts'

const values = {
  name: 'Changed',
  avatar: 'A',
  preferences: '{"a":1}',
  roles: ['read', 'analyze', 'orgadmin'],
  status: 'Locked',
  organization: 'beta',
  password: 'a new password',
  key: 'k'.repeat(40),
} as const

/** No honest client sends these: internal attributes, under the names they may have. */
const smuggled = {
  login: 'somebody',
  id: 'somebody',
  _id: 'somebody',
  _type: 'organization',
  createdBy: 'somebody',
  createdAt: 1,
  created_by: 'somebody',
  updatedBy: 'somebody',
  updatedAt: 1,
  hasKey: 'somebody',
  hasPassword: 'somebody',
  key_hash: 'x',
  key_sealed: 'x',
  password_hash: 'x',
  'roles.0': 'superadmin',
  isAdmin: true,
} as const

type Row = Record<keyof typeof values, number>
const all = (status: number): Row => ({
  name: status,
  avatar: status,
  preferences: status,
  roles: status,
  status: status,
  organization: status,
  password: status,
  key: status,
})
const harmless = { name: 200, avatar: 200, preferences: 200 }
const ownAccount: Row = { ...all(403), ...harmless }

const onNora: Partial<Record<Person, Row>> = {
  noRole: ownAccount,
  read: all(403),
  analyze: all(403),
  orgadmin: { ...all(403), ...harmless, roles: 200, status: 200 },
  root: { ...all(403), ...harmless, roles: 200, status: 200, organization: 200 },
  stranger: all(404),
}
const callers = Object.keys(onNora) as Person[]

describe.each(oneDatabase)('$name: attributes that a caller sends along', ({ open }) => {
  /** Each attribute alone; a refusal must leave every row as it was. */
  async function tryEach(person: Person, login: string) {
    const { inject, deps } = await makeApp(open)
    const rows = () => deps.db.selectFrom('users').selectAll().orderBy('login').execute()
    const results: Record<string, number> = {}
    for (const [name, value] of Object.entries(values)) {
      const before = await rows()
      const response = await inject({
        as: person,
        method: 'PATCH',
        url: `/api/user/${login}`,
        payload: { [name]: value },
      })
      results[name] = response.statusCode
      const isChanged = JSON.stringify(before) !== JSON.stringify(await rows())
      if (isChanged !== (response.statusCode === 200))
        throw new Error(`${name}: answered ${response.statusCode}, changed: ${isChanged}`)
    }
    return results
  }

  it.each(callers)('%s changes only harmless attributes of their own account', async (person) => {
    const results = await tryEach(person, people[person].login)

    expect(results).toEqual(ownAccount)
  })

  it.each(callers)('%s changes of a colleague what the law allows', async (person) => {
    const results = await tryEach(person, 'nora')

    expect(results).toEqual(onNora[person])
  })

  it.each(callers)('nothing is smuggled in by %s, on oneself or on a colleague', async (person) => {
    const { inject, deps } = await makeApp(open)
    const rows = () => deps.db.selectFrom('users').selectAll().orderBy('login').execute()
    const before = await rows()

    const statuses = new Set<number>()
    for (const login of [people[person].login, 'nora']) {
      for (const [name, value] of Object.entries(smuggled)) {
        const payload = { name: 'Changed', [name]: value }
        const url = `/api/user/${login}`
        statuses.add((await inject({ as: person, method: 'PATCH', url, payload })).statusCode)
      }
    }

    // For another organization's user not even that is said.
    expect(
      [...statuses].filter((status) => status !== (person === 'stranger' ? 404 : 400)),
    ).toEqual(person === 'stranger' ? [400] : [])
    expect(await rows()).toEqual(before)
  })

  it.each(['orgadmin', 'root'] as const)(
    'nothing is smuggled into a new user by %s',
    async (as) => {
      const { inject, deps } = await makeApp(open)
      const count = async () => (await deps.db.selectFrom('users').select('login').execute()).length
      const before = await count()

      const statuses = new Set<number>()
      for (const [name, value] of Object.entries(smuggled)) {
        if (name === 'login') continue
        const payload = { login: 'una', name: 'Una', organization: 'alpha', [name]: value }
        statuses.add((await inject({ as, method: 'POST', url: '/api/user', payload })).statusCode)
      }

      expect([...statuses]).toEqual([400])
      expect(await count()).toBe(before)
    },
  )
})
