import { describe, expect, it } from 'vitest'
import type { NewAccount } from '../src/commands/user/command.ts'
import { createAccount, resetPassword } from '../src/commands/with-database.ts'
import { stepAt, totpCode } from '../src/identity/second-factor/totp.ts'
import { type Config, loadConfig } from '../src/settings/config.ts'
import { withDatabase } from './demo.ts'
import { sharedByTests } from './lifetime.ts'
import { migratedPlaces } from './places.ts'
import { dataFolder, run, start } from './program.ts'

const rootKey = 'root-key-0123456789abcdef0123456789abcdef'

describe.each(migratedPlaces)('$database: assay user, with a running server', (place) => {
  it('makes users, sets passwords, ends sessions and lets locked users in again', async () => {
    const environment = await place.settings()
    const server = await start({ ...environment, ASSAY_BOOTSTRAP_KEY: rootKey })
    const command = (args: string[], input?: string) => run(environment, ['user', ...args], input)
    const signIn = (user: string, password: string) =>
      server.call('POST', '/api/login', { input: { user, password } })

    const made = await command(['create', 'second', '--generate']).ended
    const password = /^Password: (\S+)$/m.exec(made.stdout)?.[1] ?? ''
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const signedIn = await signIn('second', password)
    expect(await signedIn.json()).toMatchObject({ id: 'second', roles: ['superadmin'] })

    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
    const whoAmI = async () =>
      (await server.call('GET', '/api/user/current', { headers: { cookie: cookie.join('; ') } }))
        .status
    expect(await whoAmI()).toBe(200)
    const lock = await server.call('DELETE', '/api/user/second', { key: rootKey })
    expect(lock.status).toBe(204)
    const reset = await command(['reset-password', 'second', '--unlock'], 'typed on stdin\n').ended
    expect(reset).toMatchObject({ code: 0, stderr: '' })
    expect(reset.stdout).not.toContain('typed on stdin')
    expect(await whoAmI()).toBe(401)
    expect((await signIn('second', password)).status).toBe(401)
    expect((await signIn('second', 'typed on stdin')).status).toBe(200)

    // A user who lost phone and recovery codes.
    const factor = `/api/user/second/secondFactor`
    const session = await signIn('second', 'typed on stdin')
    const cookies = session.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const csrf = cookies.find((each) => each.startsWith('CORTEX-XSRF-TOKEN='))?.split('=')[1] ?? ''
    const headers = { cookie: cookies.join('; '), 'x-cortex-xsrf-token': csrf }
    const input = { password: 'typed on stdin' }
    const begun = await server.call('POST', `${factor}/totp`, { headers, input })
    const { secret } = (await begun.json()) as { secret: string }
    const code = totpCode(secret, stepAt(Date.now()))
    await server.call('POST', `${factor}/totp/confirm`, { headers, input: { code } })
    const kept = await command(['reset-password', 'second'], 'typed on stdin\n').ended
    expect(kept.stdout).toContain('assay user reset-second-factor second')
    expect((await signIn('second', 'typed on stdin')).status).toBe(402)
    const lost = await command(['reset-second-factor', 'second']).ended
    expect(lost).toMatchObject({ code: 0, stderr: '' })
    expect((await signIn('second', 'typed on stdin')).status).toBe(200)

    const audit = await server.call('GET', '/api/audit?range=all', { key: rootKey })
    const actions = ((await audit.json()) as { action: string; actor: string }[])
      .filter(({ actor }) => actor === '(command line)')
      .map(({ action }) => action)
    expect(actions).toEqual([
      'user.secondFactor.reset',
      'user.password.set',
      'user.update',
      'user.password.set',
      'user.create',
    ])
  })
})

describe('assay user', () => {
  const installation = sharedByTests(async () => {
    const environment = { ASSAY_DATA_DIR: await dataFolder() }
    // A server makes it at its first start.
    const home = { name: 'cortex', description: '', status: 'Active' as const }
    await withDatabase(environment.ASSAY_DATA_DIR, (db) =>
      db
        .insertInto('organizations')
        .values({ ...home, created_at: 0, created_by: 'test' })
        .execute(),
    )
    await createAccount(loadConfig({ environment }), account('second'), 'long enough')
    return environment
  })

  const account = (login: string, more: Partial<NewAccount> = {}): NewAccount => ({
    login,
    name: undefined,
    organization: undefined,
    roles: ['superadmin'],
    ...more,
  })

  it.each([
    [['reset-second-factor', 'nobody'], 'user nobody not found'],
    [['reset-password', 'second'], 'No password given'],
  ])('ends with 1 and a sentence when it refuses: %j', async (args, sentence) => {
    const refused = await run(await installation(), ['user', ...args], '').ended

    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(sentence)
  })

  const inNone = { organization: 'none', roles: ['read'] }

  it.each<[string, (config: Config) => Promise<unknown>, string]>([
    [
      'the password of an unknown user',
      (config) => resetPassword(config, 'nobody', 'long enough', false),
      'user nobody not found',
    ],
    ['a short password', (config) => resetPassword(config, 'second', 'short', false), 'characters'],
    [
      'a login that is taken',
      (config) => createAccount(config, account('second'), 'long enough'),
      'user second already exists',
    ],
    [
      'an unknown organization',
      (config) => createAccount(config, account('x', inNone), 'long enough'),
      'organization none not found',
    ],
    [
      'an unknown role',
      (config) => createAccount(config, account('x', { ...inNone, roles: ['god'] }), 'long enough'),
      'roles',
    ],
  ])('refuses %s', async (_, ask, sentence) => {
    const config = loadConfig({ environment: await installation() })

    await expect(ask(config)).rejects.toThrow(sentence)
  })
})
