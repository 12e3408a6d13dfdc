import { AppError, type ErrorType } from '../../domain/errors.ts'

/** Which settings let people in; messages name them. */
export type Gate = 'auth.oidc' | 'auth.ldap'

/** Why a sign-in through a provider or a directory failed; the page has a sentence for each. */
const refusals = {
  expired: [
    'AuthenticationError',
    () => 'Sign-in timed out or was started in another browser. Try again',
  ],
  denied: ['AuthenticationError', () => 'The provider denied the sign-in'],
  failed: [
    'AuthenticationError',
    () => "The provider's response failed validation. See the server log",
  ],
  unavailable: ['ServiceUnavailable', (gate) => `${whom(gate)} cannot be reached. Try again later`],
  unknownUser: [
    'AuthorizationError',
    (gate) =>
      `You have no account here. Ask an administrator to create one, or to enable ${gate}.create`,
  ],
  notLinked: [
    'AuthorizationError',
    (gate) =>
      gate === 'auth.oidc'
        ? 'An account with your login exists but is not linked to this provider; see auth.oidc.link'
        : 'An account with your login exists but is not linked to the directory; see auth.ldap.link',
  ],
  notMapped: [
    'AuthorizationError',
    (gate) =>
      gate === 'auth.oidc'
        ? 'None of your provider groups is mapped to a role'
        : 'None of your directory groups is mapped to a role',
  ],
  locked: ['AuthorizationError', () => 'Your account is locked'],
} as const satisfies Record<string, readonly [ErrorType, (gate: Gate) => string]>

const whom = (gate: Gate) => (gate === 'auth.oidc' ? 'The provider' : 'The directory')

export type RefusalCode = keyof typeof refusals

export class SignInRefused extends AppError {
  readonly code: RefusalCode

  constructor(code: RefusalCode, { gate = 'auth.oidc', ...options }: RefusalOptions = {}) {
    const [type, message] = refusals[code]
    super(type, message(gate), {
      ...options,
      ...(code === 'unavailable' ? { retryAfterSeconds: 30 } : {}),
    })
    this.code = code
  }
}

interface RefusalOptions extends ErrorOptions {
  readonly gate?: Gate
}
