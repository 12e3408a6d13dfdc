import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { carryUser } from '../../src/commands/import/tenants.ts'
import { actors, gateActor, isActor } from '../../src/domain/actors.ts'
import { userOf } from '../../src/identity/federation/account.ts'
import { hashPassword } from '../../src/identity/secrets.ts'
import { bootstrapFirstUser } from '../../src/identity/setup/first-user.ts'
import { createFromShell } from '../../src/identity/users/from-shell.ts'
import { sealedKey } from '../../src/identity/users/keys.ts'
import { statusWith } from '../api/browser.ts'
import { sqlite } from '../databases.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { keyOf, type TestApp } from '../setup.ts'

const { open } = sqlite
const password = 'a long phrase of nobody'
const origin = { address: 'test', requestId: 'test' }

/** What the program calls itself, and what a reader would take for it. */
const names = [
  ...Object.values(actors),
  gateActor('ldap', 'corp'),
  gateActor('oidc', 'corp'),
  '(anything else)',
  'Init',
  'OIDC:corp',
  '（unknown）',
]

interface Way {
  readonly name: string
  /** Whether it is only open while there is no user. */
  readonly isFirst?: boolean
  readonly environment?: Record<string, string>
  make(app: TestApp, login: string): Promise<unknown>
}

const post = (url: string, payload: (login: string) => object, as?: 'orgadmin' | 'root') => ({
  name: `POST ${url} of ${as ?? 'the first user'}`,
  isFirst: as === undefined,
  make: async ({ inject }: TestApp, login: string) => {
    const options = { method: 'POST', url, payload: payload(login), remoteAddress: '127.0.0.1' }
    const answer = await inject({ ...options, ...(as && { as }) } as never)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('is reserved. Choose another')
  },
})

const vouched = (gate: 'auth.ldap' | 'auth.oidc'): Way => ({
  name: `a first sign-in by ${gate}`,
  environment: { ASSAY_AUTH_OIDC_CREATE: 'true', ASSAY_AUTH_LDAP_CREATE: 'true' },
  async make({ deps }, login) {
    const mapping = { organization: 'alpha', roles: ['read'] }
    const by = gateActor('oidc', 'corp')
    const claims = { sub: 'x', preferred_username: login }
    const signingIn = userOf(
      deps,
      { gate, by, mapping, issuer: 'i', subject: 'x', claims, keepsPassword: true } as never,
      origin,
    )
    await expect(signingIn).rejects.toMatchObject({ code: 'unknownUser' })
  },
})

const user = { login: 'una', name: 'Una', password }
const ways: readonly Way[] = [
  post('/api/user', (login) => ({ login, name: 'U', password }), 'orgadmin'),
  post('/api/user', (login) => ({ login, name: 'U', organization: 'alpha' }), 'root'),
  post('/api/user', (login) => ({ login, name: 'U', password })),
  post('/api/v0/user', (login) => ({ login, name: 'U', roles: ['read'] }), 'orgadmin'),
  post('/api/v1/user', (login) => ({ login, name: 'U', profile: 'analyst' }), 'orgadmin'),
  post('/api/setup', (login) => ({ organization: { name: 'x' }, user: { ...user, login } })),
  post('/api/setup', (login) => ({ organization: { name: 'x' }, user, platform: { login } })),
  vouched('auth.ldap'),
  vouched('auth.oidc'),
  {
    name: 'the settings',
    isFirst: true,
    make: ({ deps }, login) => {
      const config = { ...deps.config, bootstrap: { login, password, key: undefined } }
      return expect(bootstrapFirstUser({ ...deps, config })).rejects.toThrow('is reserved')
    },
  },
  {
    name: 'assay user create',
    make: ({ deps }, login) =>
      expect(
        createFromShell(
          deps,
          { login, name: 'U', organization: 'alpha', roles: ['read'] },
          password,
        ),
      ).rejects.toThrow('is reserved'),
  },
  {
    name: 'assay import',
    async make({ deps }, login) {
      const left: string[] = []
      const context = {
        database: deps,
        options: { dryRun: false },
        now: deps.clock.now,
        secrets: deps.secrets,
        carried: () => undefined,
        left: (_organization: unknown, what: string) => left.push(what),
      }
      const person = {
        organization: 'alpha',
        name: 'U',
        roles: ['read'],
        isLocked: false,
        from: {},
      }
      const secrets = { hasPassword: false, hasKey: false, key: undefined }
      await carryUser(context as never, { login, ...person, ...secrets })
      expect(left).toEqual(['users with an invalid login'])
    },
  },
]

describe('the names that the audit trail uses for the program', () => {
  it.each(ways)('are given to no user by $name', async (way) => {
    const { isFirst = false, environment = {} } = way
    const app = await makePlatformApp(open, { empty: isFirst, environment })
    const before = await logins(app)

    for (const login of names) await way.make(app, login)

    expect(await logins(app)).toEqual(before)
  })

  it('are of no use to a user who has one from an earlier version, or from a backup of it', async () => {
    const app = await makePlatformApp(open)
    const { db, clock, secrets } = app.deps
    for (const [n, login] of names.entries())
      await db
        .insertInto('users')
        .values({
          login,
          organization: 'alpha',
          name: 'U',
          roles: '["read"]',
          status: 'Active',
          preferences: '{}',
          password_hash: await hashPassword(password),
          ...sealedKey(secrets, login, keyOf(`forger ${n}`)),
          created_at: clock.now(),
          created_by: 'root',
        })
        .execute()

    for (const [n, login] of names.entries()) {
      const basic = Buffer.from(`${login}:${password}`).toString('base64')
      const signIn = { method: 'POST', url: '/api/login', payload: { user: login, password } }
      expect([
        await statusWith(app, { authorization: `Bearer ${keyOf(`forger ${n}`)}` }),
        await statusWith(app, { authorization: `Basic ${basic}` }),
        (await app.inject(signIn as never)).statusCode,
      ]).toEqual([401, 401, 401])
    }
  })

  it('are all known to the rule, and no other', () => {
    expect(names.filter((name) => !isActor(name))).toEqual([])
    const usual = ['ada', 'ada@example.org', 'initial', 'corp\\ada', 'a(b)', 'ldap', 'x:oidc:y']
    expect(usual.filter(isActor)).toEqual([])
  })

  it('have no way around: these are all calls and functions that make a user', () => {
    const calls = Object.values(contract)
      .filter(
        ({
          method,
          path,
          aliases = [],
        }: {
          method: string
          path: string
          aliases?: readonly string[]
        }) => method === 'POST' && [path, ...aliases].some((one) => /\/(?:user|setup)$/.test(one)),
      )
      .flatMap(({ path, aliases = [] }: { path: string; aliases?: readonly string[] }) => [
        path,
        ...aliases,
      ])
    const tried = ways.flatMap(({ name }) => /^POST (\S+)/.exec(name)?.[1] ?? [])
    expect([...new Set(tried)].sort()).toEqual([...new Set(calls)].sort())

    const sources = fileURLToPath(new URL('../../src', import.meta.url))
    const makers = globSync('**/*.ts', { cwd: sources }).filter((file) =>
      /insertInto\(\s*'users'/.test(readFileSync(`${sources}/${file}`, 'utf8')),
    )
    expect(makers).toEqual(['identity/users/store.ts'])
  })
})

const logins = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('users').select('login').orderBy('login').execute()).map(
    ({ login }) => login,
  )
