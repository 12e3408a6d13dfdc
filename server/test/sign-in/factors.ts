import { stepAt, totpCode } from '../../src/identity/second-factor/totp.ts'
import { browserOf } from '../api/browser.ts'
import { passwordOf, type TestApp } from '../setup.ts'
import { makeAuthenticator } from './authenticator.ts'

export const origin = 'https://assay.example.org'
export const environment = {
  ASSAY_HTTP_PUBLICURL: origin,
  ASSAY_AUTH_METHOD_BASIC: 'true',
}

export type Headers = Record<string, string>

export const post = async (app: TestApp, url: string, payload: object, headers: Headers = {}) => {
  const response = await app.inject({ method: 'POST', url, payload, headers })
  return {
    status: response.statusCode,
    body: response.body === '' ? {} : response.json(),
    headers: response.headers,
    cookies: response.cookies,
  }
}

export const login = (app: TestApp, user: string, more: object = {}) =>
  post(app, '/api/login', { user, password: passwordOf(user), ...more })

const at = (user: string, rest: string) => `/api/user/${user}/secondFactor${rest}`

/** Signs in with the password and sets up an app. */
export async function withTotp(app: TestApp, user: string, headers?: Headers) {
  const session = headers ?? (await browserOf(app, user))
  const password = passwordOf(user)
  const { body, status } = await post(app, at(user, '/totp'), { password }, session)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  const { secret, uri } = body as { secret: string; uri: string }
  const code = () => totpCode(secret, stepAt(app.clock.now()))
  const confirmed = await post(app, at(user, '/totp/confirm'), { code: code() }, session)
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
  const codes = confirmed.body.recoveryCodes as string[]
  /** Of the next half minute: the present one is used up. */
  const nextCode = () => {
    app.clock.advance(30_000)
    return code()
  }
  return { session, secret, uri, codes, code, nextCode }
}

/** Adds a passkey with the session given. */
export async function addPasskey(app: TestApp, user: string, session: Headers, name = 'key') {
  const authenticator = makeAuthenticator()
  const begun = await post(
    app,
    at(user, '/passkeys/start'),
    { password: passwordOf(user) },
    session,
  )
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
  const { token, options } = begun.body
  const passkey = authenticator.create(options, { origin })
  const added = await post(app, at(user, '/passkeys'), { token, name, passkey }, session)
  return { authenticator, added }
}
