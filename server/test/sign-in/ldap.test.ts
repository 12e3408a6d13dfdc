import { Attribute, Change } from 'ldapts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databases, sqlite } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { passwordOf as localPassword, makeApp, people } from '../setup.ts'
import {
  baseDn,
  dnOf,
  enter,
  environmentOf,
  groupDn,
  groups,
  passwordOf,
  person,
  reader,
  settingsOf,
  startDirectory,
} from './directory.ts'

/** One for all tests; what one of them changes is put back. */
const sharedDirectory = sharedByTests(startDirectory)

async function cleanDirectory() {
  const ldap = await sharedDirectory()
  onTestFinished(ldap.putBack)
  return ldap
}

async function start(
  directory: Record<string, unknown> = {},
  environment: Record<string, string> = {},
  open = sqlite.open,
) {
  const ldap = await cleanDirectory()
  const app = await makeApp(open, {
    environment: environmentOf(settingsOf(ldap, directory), environment),
  })
  return { ldap, app }
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

describe.each(databases)('$name: sign-in by LDAP', ({ open }) => {
  it('makes a user at the first sign-in, as the groups say, and records it in the audit trail', async () => {
    const { app } = await start({}, {}, open)

    const entered = await enter(app, 'Grace', passwordOf('grace'))
    const again = await enter(app, 'grace', passwordOf('grace'))

    expect(entered.json()).toEqual({
      id: 'grace',
      name: 'Grace Example',
      roles: ['read', 'analyze', 'orgadmin'],
    })
    expect(again.statusCode).toBe(200)
    expect(await app.as('orgadmin').getUser({ login: 'grace' })).toMatchObject({
      organization: 'alpha',
      hasPassword: false,
      createdBy: 'ldap:corp',
    })
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['session.open', 'grace'],
      ['session.open', 'grace'],
      ['user.update', 'ldap:corp'],
      ['user.identity.link', 'grace'],
      ['user.create', 'ldap:corp'],
    ])
    expect(app.logged()).not.toContain(passwordOf('grace'))
    expect(app.logged()).not.toContain(reader.bindPassword)
  })
})

describe('sign-in by LDAP', () => {
  it('takes roles from the groups at every sign-in, and refuses who is in none of them', async () => {
    const { ldap, app } = await start()
    const change = (operation: 'add' | 'delete', name: string) =>
      ldap.change((client) =>
        client.modify(
          groupDn(name),
          new Change({
            operation,
            modification: new Attribute({ type: 'member', values: [dnOf('linus')] }),
          }),
        ),
      )
    const roles = async () => (await enter(app, 'linus', passwordOf('linus'))).json().roles

    expect(await roles()).toEqual(['read', 'analyze'])
    await change('add', 'leads')
    expect(await roles()).toEqual(['read', 'analyze', 'orgadmin'])
    await change('delete', 'leads')
    expect(await roles()).toEqual(['read', 'analyze'])
    await change('delete', 'soc')
    const refused = await enter(app, 'linus', passwordOf('linus'))
    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toBe('None of your directory groups is mapped to a role')
  })

  it('knows a group by its whole name, and searches groups where entries do not name them', async () => {
    const { app } = await start({
      groupSearch: { baseDn: `ou=groups,${baseDn}` },
      attributes: { groups: 'description' },
    })

    const { statusCode, body } = await enter(app, 'margaret', passwordOf('margaret'))

    expect([statusCode, JSON.parse(body).roles]).toEqual([200, ['read']])
    expect(await app.as('stranger').getUser({ login: 'margaret' })).toMatchObject({
      organization: 'beta',
    })
  })

  it('lets no one in without a password, and asks no directory about it', async () => {
    const { ldap, app } = await start()
    const before = ldap.binds().length

    for (const password of ['', ' ', '\t \n', '\0', `\0${passwordOf('grace')}`])
      expect((await enter(app, 'grace', password)).statusCode).not.toBe(200)

    expect(ldap.binds().length).toBe(before)
    expect((await enter(app, 'grace', passwordOf('grace'))).statusCode).toBe(200)
  })

  it.each([
    '*',
    '*)(uid=*',
    'grace)(|(uid=*',
    'gr*',
    'grace\\',
    '\\67race',
    'grace\0',
    'uid=grace',
  ])('takes the login %j for a login', async (login) => {
    const { app } = await start()

    const { statusCode } = await enter(app, login, passwordOf('grace'))

    expect([400, 401]).toContain(statusCode)
  })

  it('refuses a wrong password like any other, and stops before the directory locks the account', async () => {
    const { ldap, app } = await start({ filter: '(|(uid={login})(mail={login}))' })
    const bindsOf = () => ldap.binds().filter((dn) => dn === dnOf('grace')).length

    const wrong = await enter(app, 'grace', 'wrong')
    const nobody = await enter(app, 'nobody', 'wrong')
    // Other spellings of the same account get no tries of their own.
    for (const login of [
      'GRACE',
      'grace@example.org',
      ' grace',
      'Grace@Example.org',
      'gRace',
      'grAce',
    ])
      await enter(app, login, 'wrong')
    const refused = await enter(app, 'grace', passwordOf('grace'))

    expect([wrong.statusCode, wrong.json()]).toEqual([nobody.statusCode, nobody.json()])
    expect(bindsOf()).toBe(4)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    app.clock.advance(15 * 60_000)
    expect((await enter(app, 'grace', passwordOf('grace'))).statusCode).toBe(200)
    // One that does not exist is refused in the same words.
    for (let tries = 0; tries < 4; tries += 1) await enter(app, 'nobody', 'wrong')
    expect((await enter(app, 'nobody', 'wrong')).statusCode).toBe(429)
  })

  it('shows no local password to the directory, and gives its accounts none', async () => {
    const { ldap, app } = await start()
    await ldap.change((client) => client.add(dnOf('alan'), person('alan')))
    await enter(app, 'grace', passwordOf('grace'))

    const { login } = people.analyze
    expect((await enter(app, login, localPassword(login))).statusCode).toBe(200)
    expect((await enter(app, login, passwordOf('alan'))).statusCode).toBe(401)
    expect(ldap.binds()).not.toContain(dnOf('alan'))
    const set = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/user/grace/password/set',
      payload: { password: 'a new local password' },
    })
    expect(set.statusCode).toBe(400)
    expect(set.json().message).toContain('managed in the directory corp')
  })

  it('takes over a user without a password where the settings allow it, and never a superadmin', async () => {
    const { ldap, app } = await start({ groups: undefined }, { ASSAY_AUTH_LDAP_LINK: 'true' })
    const clearPassword = (login: string) =>
      app.deps.db
        .updateTable('users')
        .set({ password_hash: null })
        .where('login', '=', login)
        .execute()
    for (const login of ['alan', 'root'] as const) {
      await ldap.change((client) => client.add(dnOf(login), person(login)))
      await clearPassword(login)
    }

    const linked = await enter(app, 'alan', passwordOf('alan'))
    const chief = await enter(app, 'root', passwordOf('root'))
    const rita = await enter(app, 'rita', localPassword('rita'))

    expect(linked.json()).toMatchObject({ id: 'alan', roles: ['read', 'analyze'] })
    expect(chief.statusCode).toBe(403)
    expect(rita.statusCode).toBe(200)
    // The entry decides from now on, and not its name.
    await ldap.change((client) => client.modifyDN(dnOf('alan'), 'uid=alan2'))
    expect((await enter(app, 'alan2', passwordOf('alan'))).json()).toMatchObject({ id: 'alan' })
  })

  it('refuses a user who is locked here, also by basic authentication', async () => {
    const { app } = await start({}, { ASSAY_AUTH_METHOD_BASIC: 'true' })
    const call = () =>
      app.inject({
        url: '/api/user/current',
        headers: { authorization: basic('grace', passwordOf('grace')) },
      })
    const before = await call()

    await app.as('orgadmin').updateUser({ login: 'grace' }, { status: 'Locked' })

    expect([before.statusCode, before.json().id]).toEqual([200, 'grace'])
    expect((await call()).statusCode).toBe(403)
    expect((await enter(app, 'grace', passwordOf('grace'))).json().message).toBe(
      'Your account is locked',
    )
  })

  it('says that the directory cannot be reached, lets local accounts in, and recovers', async () => {
    const { ldap, app } = await start()
    await ldap.stop()

    const away = await enter(app, 'grace', passwordOf('grace'))

    expect(away.statusCode).toBe(503)
    expect(away.json().message).toBe('The directory cannot be reached. Try again later')
    expect(away.headers['retry-after']).toBe('30')
    expect((await enter(app, 'alan', localPassword('alan'))).statusCode).toBe(200)
    await ldap.start()
    await expect
      .poll(async () => (await enter(app, 'grace', passwordOf('grace'))).statusCode, {
        interval: 500,
      })
      .toBe(200)
  })

  it('asks the next server, and the next directory', async () => {
    const ldap = await cleanDirectory()
    const environment = environmentOf([
      { ...settingsOf(ldap), name: 'gone', urls: ['ldaps://127.0.0.1:1'] },
      { ...settingsOf(ldap), name: 'empty', baseDn: `ou=groups,${baseDn}` },
      { ...settingsOf(ldap), urls: ['ldaps://127.0.0.1:1', ldap.tls] },
    ])
    const app = await makeApp(sqlite.open, { environment })

    const entered = await enter(app, 'grace', passwordOf('grace'))
    const wrong = await enter(app, 'grace', 'wrong')

    expect(entered.statusCode).toBe(200)
    expect(await app.as('orgadmin').getUser({ login: 'grace' })).toMatchObject({
      createdBy: 'ldap:corp',
    })
    // An unknown user may be in the directory that is unavailable.
    expect(wrong.statusCode).toBe(503)
  })

  it('speaks StartTLS, and sends nothing to a server whose certificate it does not know', async () => {
    const ldap = await cleanDirectory()
    const startTls = { urls: [ldap.plain], startTls: true }
    const statusWith = async (more: Record<string, unknown>) => {
      const environment = environmentOf(settingsOf(ldap, more))
      const app = await makeApp(sqlite.open, { environment })
      return (await enter(app, 'grace', passwordOf('grace'))).statusCode
    }

    expect(await statusWith(startTls)).toBe(200)
    const before = ldap.binds().length
    expect(await statusWith({ ...startTls, caFile: undefined })).toBe(503)
    expect(await statusWith({ caFile: undefined })).toBe(503)
    expect(ldap.binds().length).toBe(before)
  })

  it('understands Active Directory: its names, its identifiers, its groups', async () => {
    const { ldap, app } = await start({ type: 'ad', groups: { SOC: groups.soc } })
    const dn = `cn=Barbara L.,ou=people,${baseDn}`
    const entry = person('barbara', {
      objectClass: ['inetOrgPerson', 'user'],
      cn: 'Barbara L.',
      displayName: 'Barbara Liskov',
      sAMAccountName: 'BLiskov',
      objectCategory: 'person',
      objectGUID: 'sixteen bytes ..',
    })
    await ldap.change(async (client) => {
      await client.add(dn, entry)
      await client.modify(
        groupDn('soc'),
        new Change({
          operation: 'add',
          modification: new Attribute({ type: 'member', values: [dn] }),
        }),
      )
    })

    const entered = await enter(app, 'bliskov', passwordOf('barbara'))

    expect(entered.json()).toEqual({
      id: 'bliskov',
      name: 'Barbara Liskov',
      roles: ['read', 'analyze'],
    })
    expect((await enter(app, 'barbara', passwordOf('barbara'))).statusCode).toBe(401)
  })
})
