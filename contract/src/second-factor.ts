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
  description: '`PublicKeyCredential` from the browser as JSON, binary parts in base64url',
})

const password = Secret({ maxLength: 1024, description: 'Your own password, entered again' })
const token = Secret({ minLength: 1, maxLength: 8192, description: 'As returned by the server' })
const code = Secret({
  minLength: 1,
  maxLength: 64,
  description: 'Six-digit code from the authenticator app, or a recovery code',
})
/** A session of a password has shown a second factor when it was opened; one of a provider, or a key, has not. */
const confirmation = object({
  password,
  code: Type.Optional(
    Secret({
      minLength: 1,
      maxLength: 64,
      description:
        'Authenticator app code or recovery code: required with an API key or after single sign-on, if the user has a second factor',
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
    description: 'Only when the first factor is added; no other response shows them',
  }),
)

export const SecondFactorRule = Type.Enum(['optional', 'required'], {
  description: '`required`: users who sign in with a password and have none can only set one up',
})
export type SecondFactorRule = Static<typeof SecondFactorRule>

export const SecondFactor = object(
  {
    required: Type.Boolean({ description: "The user's organization requires one" }),
    totp: Type.Boolean({ description: 'An authenticator app is set up' }),
    passkeys: Type.Array(Passkey),
    recoveryCodesLeft: Type.Integer(),
    passkeysProblem: Type.Optional(
      Type.String({ description: 'Why passkeys cannot be added on this server' }),
    ),
    asksForCode: Type.Optional(
      Type.Boolean({
        description: 'Changes require a code: single sign-on opened this session without one',
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
  summary: "Get a user's second factors: your own, or as orgadmin or superadmin",
  params,
  output: SecondFactor,
})

export const resetSecondFactor = empty({
  method: 'DELETE',
  path,
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: "Remove another user's app, passkeys and recovery codes, and end all sessions",
  params,
})

export const startTotp = endpoint({
  method: 'POST',
  path: `${path}/totp`,
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Start setting up an authenticator app; a first code confirms it',
  params,
  input: confirmation,
  output: object(
    {
      secret: Type.String({ ...credential, description: 'Base32, for manual entry' }),
      uri: Type.String({ ...credential, description: '`otpauth://` URI, for a QR code' }),
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
  summary: 'Confirm the authenticator app with a code; sign-ins then require one',
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
  summary: 'Start adding a passkey; returns what the browser needs to create it',
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
  summary: 'Add the passkey that the browser created',
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
  summary: 'Create ten new recovery codes; the previous ones stop working',
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
  summary: 'Complete a sign-in: token from the 402 of `/api/login`, and a code or passkey',
  input: object({ token, code: Type.Optional(code), passkey: Type.Optional(PasskeyAnswer) }),
  output: SignedIn,
})

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/login/passkey/start',
  roles: 'public',
  effect: 'admit',
  resource,
  summary: 'Start a passkey sign-in, without login and password',
  output: object({ token: Type.String(), options: AnyObject }, 'PasskeyLogin'),
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  roles: 'public',
  effect: 'admit credential',
  resource,
  summary: 'Sign in with a passkey and receive a session cookie',
  input: object({ token, passkey: PasskeyAnswer }),
  output: SignedIn,
})

export const setSecondFactorRule = empty({
  method: 'POST',
  path: '/api/organization/:id/secondFactor',
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: 'Require a second factor for password sign-ins to this organization',
  params: Type.Object({ id: Type.String() }),
  input: object({ secondFactor: SecondFactorRule }),
})
