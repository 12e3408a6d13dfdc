import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { AnyObject, credential, object, Secret, Timestamp } from './values.ts'

const resource = 'second factor'
const path = '/api/user/:login/secondFactor'
const params = Type.Object({ login: Type.String() })

/** What a browser's WebAuthn call takes and gives, as the standard writes it in JSON. */
const ofBrowser = {
  id: Type.String({ minLength: 1, maxLength: 2048 }),
  response: AnyObject,
}
const PasskeyAnswer = Type.Object(ofBrowser, {
  additionalProperties: true,
  description: 'The `PublicKeyCredential` of the browser as JSON, binary parts in base64url',
})

const password = Secret({ maxLength: 1024, description: 'One’s own password, asked for again' })
const token = Secret({ minLength: 1, maxLength: 8192, description: 'As the server handed it out' })
const code = Secret({
  minLength: 1,
  maxLength: 64,
  description: 'Six digits of the authenticator app, or a recovery code',
})
/** A session of a password has shown a second factor when it was opened; one of a provider, or a key, has not. */
const confirmation = object({
  password,
  code: Type.Optional(
    Secret({
      minLength: 1,
      maxLength: 64,
      description:
        'Code of the authenticator app or recovery code: needed with an API key or after single sign-on, if the user has a second factor',
    }),
  ),
})
const passkey = {
  id: Type.String(),
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
}

export const Passkey = object(passkey, 'Passkey')
export type Passkey = Static<typeof Passkey>

const recoveryCodes = Type.Optional(
  Type.Array(Type.String(), {
    ...credential,
    description: 'With the first factor only; no other answer shows them',
  }),
)

export const SecondFactorRule = Type.Enum(['optional', 'required'], {
  description: '`required`: whoever signs in with a password and has none can only set one up',
})
export type SecondFactorRule = Static<typeof SecondFactorRule>

export const SecondFactor = object(
  {
    required: Type.Boolean({ description: 'The organization of the user asks for one' }),
    totp: Type.Boolean({ description: 'An authenticator app is set up' }),
    passkeys: Type.Array(Passkey),
    recoveryCodesLeft: Type.Integer(),
    passkeysProblem: Type.Optional(
      Type.String({ description: 'Why no passkey can be added on this server' }),
    ),
    asksForCode: Type.Optional(
      Type.Boolean({
        description: 'Changes ask for a code: single sign-on opened this session without one',
      }),
    ),
  },
  'SecondFactor',
)
export type SecondFactor = Static<typeof SecondFactor>

export const getSecondFactor = endpoint({
  method: 'GET',
  path,
  roles: 'any',
  effect: 'inspect',
  resource,
  summary: 'What a user has set up: oneself, or as orgadmin or superadmin',
  params,
  output: SecondFactor,
})

export const resetSecondFactor = empty({
  method: 'DELETE',
  path,
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: 'Remove app, passkeys and recovery codes of another user, and end the sessions',
  params,
})

export const startTotp = endpoint({
  method: 'POST',
  path: `${path}/totp`,
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Begin to set up an authenticator app; a first code confirms it',
  params,
  input: confirmation,
  output: object(
    {
      secret: Type.String({ ...credential, description: 'Base32, for typing' }),
      uri: Type.String({ ...credential, description: '`otpauth://` address, for a QR code' }),
    },
    'NewTotp',
  ),
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: `${path}/totp/confirm`,
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Show by a code that the app works; from now on sign-ins ask for one',
  params,
  input: object({ code }),
  output: object({ recoveryCodes }),
})

export const removeTotp = empty({
  method: 'POST',
  path: `${path}/totp/remove`,
  roles: 'any',
  effect: 'admit',
  resource,
  summary: 'Remove the authenticator app',
  params,
  input: confirmation,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: `${path}/passkeys/start`,
  roles: 'any',
  effect: 'admit',
  resource,
  summary: 'Begin to add a passkey: what the browser needs to make one',
  params,
  input: confirmation,
  output: object({ token: Type.String(), options: AnyObject }, 'NewPasskey'),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: `${path}/passkeys`,
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Add the passkey that the browser made',
  params,
  input: object({
    token,
    name: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S(.*\\S)?$' }),
    passkey: PasskeyAnswer,
  }),
  output: object({ ...passkey, recoveryCodes }),
  status: 201,
})

export const removePasskey = empty({
  method: 'POST',
  path: `${path}/passkeys/:id/remove`,
  roles: 'any',
  effect: 'admit',
  resource,
  summary: 'Remove a passkey',
  params: Type.Object({ login: Type.String(), id: Type.String() }),
  input: confirmation,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recoveryCodes`,
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Make ten new recovery codes; the former ones stop working',
  params,
  input: confirmation,
  output: object({ recoveryCodes: Type.Array(Type.String(), credential) }, 'RecoveryCodes'),
})

const SignedIn = object({
  id: Type.String(),
  name: Type.String(),
  roles: Type.Array(Type.String()),
})

export const loginSecondStep = endpoint({
  method: 'POST',
  path: '/api/login/secondFactor',
  roles: 'public',
  effect: 'admit credential',
  resource,
  summary:
    'Second step of a sign-in: the token of the 402 of `/api/login`, and a code or a passkey',
  input: object({ token, code: Type.Optional(code), passkey: Type.Optional(PasskeyAnswer) }),
  output: SignedIn,
})

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/login/passkey/start',
  roles: 'public',
  effect: 'admit',
  resource,
  summary: 'Begin a sign-in by passkey, without login and password',
  output: object({ token: Type.String(), options: AnyObject }, 'PasskeyLogin'),
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  roles: 'public',
  effect: 'admit credential',
  resource,
  summary: 'Sign in by passkey and receive a session cookie',
  input: object({ token, passkey: PasskeyAnswer }),
  output: SignedIn,
})

export const setSecondFactorRule = empty({
  method: 'POST',
  path: '/api/organization/:id/secondFactor',
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: 'Ask everybody who signs in to this organization with a password for a second factor',
  params: Type.Object({ id: Type.String() }),
  input: object({ secondFactor: SecondFactorRule }),
})
