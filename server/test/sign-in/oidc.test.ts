import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signIn, statusWith } from '../api/browser.ts'
import { databases, sqlite } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { makeApp, passwordOf, people } from '../setup.ts'
import { post, withTotp } from './factors.ts'
import { clientSecret, publicUrl, startIdentityProvider } from './identity-provider.ts'
import {
  browse,
  cookiesOf,
  oidcEnvironment,
  signInBy,
  submitForm,
  visitProvider,
} from './provider-visits.ts'

const groups = {
  soc: { organization: 'alpha', roles: ['analyze'] },
  leads: { organization: 'alpha', roles: ['orgadmin'] },
  other: { organization: 'beta', roles: ['read'] },
}
const create = { ASSAY_AUTH_OIDC_CREATE: 'true' }
const link = { ASSAY_AUTH_OIDC_LINK: 'true' }

const grace = {
  name: 'Grace H.',
  preferred_username: 'Grace',
  email: 'grace@example.org',
  email_verified: true,
  groups: ['staff', 'soc'],
}

const sharedProvider = sharedByTests(() => startIdentityProvider())

interface Jwt {
  readonly head: string
  /** What it is to say. */
  readonly victim: string
  readonly signature: string
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signedByOther(text: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return sign('sha256', Buffer.from(text), privateKey).toString('base64url')
}

function signedBySecret(payload: string): string {
  const text = `${part({ alg: 'HS256' })}.${payload}`
  return `${text}.${createHmac('sha256', clientSecret).update(text).digest('base64url')}`
}

async function start(
  provider: Record<string, unknown> = {},
  environment: Record<string, string> = {},
  { open, hasOwnProvider = false }: { open: typeof sqlite.open; hasOwnProvider?: boolean } = sqlite,
) {
  const idp = hasOwnProvider ? await startIdentityProvider() : await sharedProvider()
  const app = await makeApp(open, { environment: oidcEnvironment(idp, provider, environment) })
  return { idp, app }
}

describe.each(databases)('$name: sign-in by OpenID Connect', ({ open }) => {
  it('makes a user at the first sign-in, as the groups say, and opens a session', async () => {
    const { idp, app } = await start({ groups }, create, { open })
    idp.accounts['subject-1'] = grace

    const { begun, cookie, back } = await visitProvider(
      app,
      idp,
      'subject-1',
      '?provider=corp&returnTo=%2Fjobs%3Fx%3D1',
    )
    const ended = await app.inject({ url: back, headers: { cookie } })

    expect(begun.statusCode).toBe(302)
    const asked = new URL(String(begun.headers.location)).searchParams
    expect(asked.get('redirect_uri')).toBe(`${publicUrl}/api/ssoLogin`)
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('nonce')).toBeTruthy()
    expect(begun.cookies[0]).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' })
    expect(ended.statusCode).toBe(303)
    expect(ended.headers.location).toBe(`${publicUrl}/jobs?x=1`)
    const session = ended.cookies.find(({ name }) => name === 'CORTEX_SESSION')
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' })
    expect(ended.cookies.find(({ name }) => name === 'ASSAY_SIGN_IN')?.value).toBe('')
    const me = await app.inject({
      url: '/api/user/current',
      headers: { cookie: cookiesOf(ended) },
    })
    expect(me.json()).toMatchObject({
      id: 'grace',
      name: 'Grace H.',
      organization: 'alpha',
      roles: ['read', 'analyze'],
      hasPassword: false,
      createdBy: 'oidc:corp',
    })
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['session.open', 'grace'],
      ['user.update', 'oidc:corp'],
      ['user.identity.link', 'grace'],
      ['user.create', 'oidc:corp'],
    ])
    expect(app.logged()).not.toContain(clientSecret)
  })
})

describe('sign-in by OpenID Connect', () => {
  const { open } = sqlite

  it.each([
    [
      'says another subject under the old signature',
      (token: Jwt) => `${token.head}.${token.victim}.${token.signature}`,
    ],
    [
      'is signed by another key',
      ({ head, victim }: Jwt) => `${head}.${victim}.${signedByOther(`${head}.${victim}`)}`,
    ],
    ['is not signed', ({ victim }: Jwt) => `${part({ alg: 'none' })}.${victim}.`],
    ['is signed with the secret of the client', ({ victim }: Jwt) => signedBySecret(victim)],
  ])('rejects a sign-in whose ID token %s', async (_what, forge) => {
    const { idp, app } = await start({ groups }, create, { open, hasOwnProvider: true })
    idp.accounts['subject-1'] = grace
    idp.accounts['subject-2'] = { ...grace, preferred_username: 'mallory' }
    expect((await signInBy(app, idp, 'subject-1')).cookies.map(({ name }) => name)).toContain(
      'CORTEX_SESSION',
    )
    idp.rewrite = (path, answer) => {
      if (!path.startsWith('/token')) return { ...answer, sub: 'subject-1' }
      const [head = '', payload = '', signature = ''] = String(answer.id_token).split('.')
      const said = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const victim = part({ ...said, sub: 'subject-1' })
      return { ...answer, id_token: forge({ head, victim, signature }) }
    }

    const entered = await signInBy(app, idp, 'subject-2')

    expect(entered.cookies.find(({ name }) => name === 'CORTEX_SESSION')).toBeUndefined()
  })

  it('refuses a person without an account unless users may be created', async () => {
    const { idp, app } = await start({ groups })
    idp.accounts['subject-1'] = grace

    const program = await signInBy(app, idp, 'subject-1')
    const person = await signInBy(app, idp, 'subject-1', { headers: { accept: 'text/html' } })

    expect(program.statusCode).toBe(403)
    expect(program.json()).toMatchObject({ type: 'AuthorizationError' })
    expect(program.json().message).toContain('You have no account here')
    expect(person.statusCode).toBe(303)
    expect(person.headers.location).toBe(`${publicUrl}/login?sso=unknownUser`)
    expect(person.cookies.some(({ name }) => name === 'CORTEX_SESSION')).toBe(false)
  })

  it('gives no one a local account because of an equal login, unless the settings allow it', async () => {
    const { idp, app } = await start({ groups }, create)
    idp.accounts.mallory = { ...grace, preferred_username: people.analyze.login }

    const refused = await signInBy(app, idp, 'mallory')

    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toContain('auth.oidc.link')
  })

  it('links by a mail address that was verified, once, and never a superadmin', async () => {
    const byMail = { claims: { login: 'email' } }
    const { idp, app } = await start(byMail, link)
    await app.deps.db
      .updateTable('users')
      .set({ login: 'alan@example.org' })
      .where('login', '=', 'alan')
      .execute()
    await app.deps.db
      .updateTable('users')
      .set({ login: 'root@example.org' })
      .where('login', '=', 'root')
      .execute()
    const mail = (email: string, email_verified: boolean) => ({ email, email_verified })
    idp.accounts.unverified = mail('alan@example.org', false)
    idp.accounts.owner = mail('Alan@example.org', true)
    idp.accounts.second = mail('alan@example.org', true)
    idp.accounts.chief = mail('root@example.org', true)

    expect((await signInBy(app, idp, 'unverified')).statusCode).toBe(403)
    expect((await signInBy(app, idp, 'owner')).statusCode).toBe(303)
    expect((await signInBy(app, idp, 'second')).statusCode).toBe(403)
    expect((await signInBy(app, idp, 'chief')).statusCode).toBe(403)
    // From now on the subject decides, whatever the address becomes.
    idp.accounts.owner = mail('married@example.org', false)
    const again = await signInBy(app, idp, 'owner')
    const me = await app.inject({ url: '/api/user/current', headers: { cookie: cookiesOf(again) } })
    expect(me.json().id).toBe('alan@example.org')
  })

  it.each(['/totp/remove', '/passkeys/start', '/passkeys/any/remove', '/recoveryCodes'])(
    'does not change the second factor of the account with the password alone: %s asks for a code',
    async (path) => {
      const { idp, app } = await start({ groups }, create)
      idp.accounts.both = { ...grace, preferred_username: 'both' }
      await signInBy(app, idp, 'both')
      const password = passwordOf('both')
      await app.as('orgadmin').setPassword({ login: 'both' }, { password })
      const { nextCode } = await withTotp(app, 'both')
      const entered = await signInBy(app, idp, 'both')
      const csrf = entered.cookies.find(({ name }) => name === 'CORTEX-XSRF-TOKEN')?.value ?? ''
      const session = { cookie: cookiesOf(entered), 'x-cortex-xsrf-token': csrf }
      const url = '/api/user/both/secondFactor'
      const factor = async () => (await app.inject({ url, headers: session })).json()
      const before = await factor()

      const without = await post(app, url + path, { password }, session)
      const wrong = await post(app, url + path, { password, code: '000000' }, session)

      expect(before).toMatchObject({ totp: true, asksForCode: true })
      expect(without).toMatchObject({
        status: 400,
        body: {
          message: expect.stringMatching(/^Single sign-on did not ask for your second factor/),
        },
      })
      expect(wrong.status).toBe(401)
      expect(await factor()).toEqual(before)
      const right = await post(app, url + path, { password, code: nextCode() }, session)
      expect(right.status).toBe(
        path === '/passkeys/any/remove' ? 404 : path === '/totp/remove' ? 204 : 200,
      )
    },
  )

  it('takes the roles from the groups again at every sign-in', async () => {
    const { idp, app } = await start({ groups }, create)
    const rolesAfter = async (names: string[]) => {
      idp.accounts['subject-1'] = { ...grace, groups: names }
      const ended = await signInBy(app, idp, 'subject-1')
      if (ended.statusCode !== 303) return ended.json().message
      const headers = { cookie: cookiesOf(ended) }
      return (await app.inject({ url: '/api/user/current', headers })).json().roles
    }

    expect(await rolesAfter(['soc'])).toEqual(['read', 'analyze'])
    expect(await rolesAfter(['soc', 'leads'])).toEqual(['read', 'analyze', 'orgadmin'])
    expect(await rolesAfter(['soc'])).toEqual(['read', 'analyze'])
    // Another organization's groups do not carry the user over there.
    expect(await rolesAfter(['other'])).toContain('None of your provider groups')
    expect(await rolesAfter([])).toContain('None of your provider groups')
  })

  it('refuses a user who is locked here', async () => {
    const { idp, app } = await start({ groups }, create)
    idp.accounts['subject-1'] = grace
    const first = await signInBy(app, idp, 'subject-1')

    await app.as('orgadmin').updateUser({ login: 'grace' }, { status: 'Locked' })
    const locked = await signInBy(app, idp, 'subject-1')

    expect(first.statusCode).toBe(303)
    expect(await statusWith(app, { cookie: cookiesOf(first) })).toBe(401)
    expect(locked.statusCode).toBe(403)
    expect(locked.json().message).toBe('Your account is locked')
  })

  it('lets in only the browser that left, once, and in time', async () => {
    const { idp, app } = await start({ groups }, create)
    idp.accounts['subject-1'] = grace
    const expired = async (url: string, cookie: string) => {
      const { statusCode, body } = await app.inject({ url, headers: { cookie } })
      return statusCode === 401 && body.includes('was started in another browser')
    }
    const victim = await visitProvider(app, idp, 'subject-1')
    const attacker = await visitProvider(app, idp, 'subject-1')

    expect(await expired(attacker.back, '')).toBe(true)
    expect(await expired(attacker.back, victim.cookie)).toBe(true)
    expect(await expired(attacker.back, `${attacker.cookie.slice(0, -6)}AAAAAA`)).toBe(true)
    const entered = await app.inject({ url: victim.back, headers: { cookie: victim.cookie } })
    const replayed = await app.inject({ url: victim.back, headers: { cookie: victim.cookie } })
    expect(entered.statusCode).toBe(303)
    expect(replayed.statusCode).toBe(401)
    app.clock.advance(11 * 60_000)
    expect(await expired(attacker.back, attacker.cookie)).toBe(true)
  })

  it('is ended by another process than the one that began it', async () => {
    const { idp, app } = await start({ groups }, create)
    const other = await makeApp(open, { environment: oidcEnvironment(idp, { groups }, create) })
    idp.accounts['subject-1'] = grace

    const { cookie, back } = await visitProvider(app, idp, 'subject-1')

    expect((await other.inject({ url: back, headers: { cookie } })).statusCode).toBe(303)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/api/logout',
    '/\t/evil',
    '/x/..//evil.example',
    '/./api/logout',
  ])('comes back to the start page instead of %j', async (path) => {
    const { idp, app } = await start({ groups }, create)
    idp.accounts['subject-1'] = grace

    const query = `?returnTo=${encodeURIComponent(path)}`
    const { headers } = await signInBy(app, idp, 'subject-1', { query })

    expect(headers.location).toBe(`${publicUrl}/`)
  })

  it('says that the provider refused', async () => {
    const { idp, app } = await start({ groups }, create)

    const refused = await signInBy(app, idp, undefined)

    expect(refused.statusCode).toBe(401)
    expect(refused.json().message).toBe('The provider denied the sign-in')
  })

  it('continues with local passwords while the provider is unavailable, and says so', async () => {
    const { idp, app } = await start({ groups }, create, {
      open,
      hasOwnProvider: true,
    })
    idp.accounts['subject-1'] = grace
    const { cookie, back } = await visitProvider(app, idp, 'subject-1')
    await idp.stop()

    const onTheWayBack = await app.inject({ url: back, headers: { cookie } })
    const other = await makeApp(open, { environment: oidcEnvironment(idp) })
    const onTheWayThere = await other.inject({ url: '/api/ssoLogin' })
    const person = await other.inject({ url: '/api/ssoLogin', headers: { accept: 'text/html' } })

    expect(onTheWayBack.statusCode).toBe(503)
    expect(onTheWayThere.statusCode).toBe(503)
    expect(onTheWayThere.json().message).toContain('cannot be reached')
    expect(person.headers.location).toBe(`${publicUrl}/login?sso=unavailable`)
    expect((await signIn(other, 'alan')).statusCode).toBe(200)
  })

  it('reads the client secret from a file, and does not say what a wrong one was', async () => {
    const idp = await sharedProvider()
    const appWith = async (secret: string) => {
      const found = await makeApp(open)
      const file = join(found.deps.config.data.dir, 'client-secret')
      await writeFile(file, `${secret}\n`)
      const provider = { groups, clientSecret: undefined, clientSecretFile: file }
      return makeApp(open, { environment: oidcEnvironment(idp, provider, create) })
    }
    idp.accounts['subject-1'] = grace

    const right = await signInBy(await appWith(clientSecret), idp, 'subject-1')
    const app = await appWith('a wrong secret')
    const wrong = await signInBy(app, idp, 'subject-1')

    expect(right.statusCode).toBe(303)
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json().message).toContain('failed validation')
    expect(app.logged()).toContain('invalid_client')
    expect(app.logged()).not.toContain('a wrong secret')
  })

  it('ends the session here and says where the provider ends its own', async () => {
    const { idp, app } = await start({ groups }, create)
    idp.accounts['subject-1'] = grace
    const headers = { cookie: cookiesOf(await signInBy(app, idp, 'subject-1')) }

    const ended = await app.inject({ method: 'POST', url: '/api/session/end', headers })

    const redirect = new URL(ended.json().redirect)
    expect(redirect.origin).toBe(idp.issuer)
    expect(redirect.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/`)
    expect(await statusWith(app, headers)).toBe(401)
    const local = { cookie: cookiesOf(await signIn(app, 'alan')) }
    const plain = await app.inject({ method: 'POST', url: '/api/session/end', headers: local })
    expect(plain.json()).toEqual({})
    expect(await statusWith(app, local)).toBe(401)
  })

  it('ends the session of the provider without a question, by the id token of the sign-in', async () => {
    const { idp, app } = await start({ groups }, create, {
      open,
      hasOwnProvider: true,
    })
    idp.accounts['subject-1'] = grace
    const jar = new Map<string, string>()
    const enter = async () => {
      const { cookie, back } = await visitProvider(app, idp, 'subject-1', '', jar)
      return cookiesOf(await app.inject({ url: back, headers: { cookie } }))
    }
    await enter()
    const cookie = await enter()
    expect(idp.asked).toBe(1)

    const ended = await app.inject({ method: 'POST', url: '/api/session/end', headers: { cookie } })

    const redirect = new URL(ended.json().redirect)
    const idToken = redirect.searchParams.get('id_token_hint') ?? ''
    const unknown = new URL(redirect)
    unknown.searchParams.delete('id_token_hint')
    expect(await (await browse(jar, unknown.href)).text()).toContain('Do you want to sign out?')
    const page = await (await browse(jar, redirect.href)).text()
    expect(page).toContain('Goodbye')
    const left = await submitForm(jar, page)
    expect([left.status, left.headers.get('location')]).toEqual([303, `${publicUrl}/`])
    await enter()
    expect(idp.asked).toBe(2)
    expect(idToken.split('.')).toHaveLength(3)
    expect(app.logged()).not.toContain(idToken)
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(JSON.stringify(rows)).not.toContain(idToken)
    const kept = await app.deps.db.selectFrom('sessions').select('id_token_sealed').execute()
    expect(kept.map(({ id_token_sealed: sealed }) => sealed?.slice(0, 3))).toEqual(['v1:', 'v1:'])
  })

  it('is offered in the status, and does not exist without a provider', async () => {
    const { app } = await start({}, { ASSAY_AUTH_OIDC_AUTOLOGIN: 'true' })
    const without = await makeApp(open)

    const { config } = await app.as('nobody').status()

    expect(config.sso).toEqual([{ name: 'corp', label: 'Corporate' }])
    expect(config.authType).toEqual(['key', 'local', 'oauth2'])
    expect(config.ssoAutoLogin).toBe(true)
    expect((await without.as('nobody').status()).config.sso).toBeUndefined()
    expect((await without.inject({ url: '/api/ssoLogin' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/api/ssoLogin?provider=x' })).statusCode).toBe(404)
  })
})
