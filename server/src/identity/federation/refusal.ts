import { AppError, type ErrorType } from '../../domain/errors.ts'

/** Which settings let people in; messages name them. */
export type Gate = 'auth.oidc' | 'auth.ldap'

/** Why a sign-in through a provider or a directory failed; the page has a sentence for each. */
const refusals = {
  expired: [
    'AuthenticationError',
    () => 'This sign-in took too long, or began in another browser; try again',
  ],
  denied: ['AuthenticationError', () => 'The provider did not let you in'],
  failed: [
    'AuthenticationError',
    () => 'The answer of the provider could not be trusted; see the log',
  ],
  unavailable: ['ServiceUnavailable', (gate) => `${whom(gate)} cannot be reached; try again later`],
  unknownUser: [
    'AuthorizationError',
    (gate) => `You have no account here; an administrator makes one, or sets ${gate}.create`,
  ],
  notLinked: [
    'AuthorizationError',
    (gate) =>
      gate === 'auth.oidc'
        ? 'An account with your login exists that is not yours at this provider; see auth.oidc.link'
        : 'An account with your login exists that is not yours in the directory; see auth.ldap.link',
  ],
  notMapped: [
    'AuthorizationError',
    (gate) =>
      gate === 'auth.oidc'
        ? 'None of your groups at the provider has a role here'
        : 'None of your groups in the directory has a role here',
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
