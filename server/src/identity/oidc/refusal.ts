import { AppError, type ErrorType } from '../../domain/errors.ts'

/** Why a sign-in through a provider failed; the page has a sentence for each. */
const refusals = {
  expired: [
    'AuthenticationError',
    'This sign-in took too long, or began in another browser; try again',
  ],
  denied: ['AuthenticationError', 'The provider did not let you in'],
  failed: ['AuthenticationError', 'The answer of the provider could not be trusted; see the log'],
  unavailable: ['ServiceUnavailable', 'The provider cannot be reached; try again later'],
  unknownUser: [
    'AuthorizationError',
    'You have no account here; an administrator makes one, or sets auth.oidc.create',
  ],
  notLinked: [
    'AuthorizationError',
    'An account with your login exists that is not yours at this provider; see auth.oidc.link',
  ],
  notMapped: ['AuthorizationError', 'None of your groups at the provider has a role here'],
  locked: ['AuthorizationError', 'Your account is locked'],
} as const satisfies Record<string, readonly [ErrorType, string]>

export type RefusalCode = keyof typeof refusals

export class SignInRefused extends AppError {
  readonly code: RefusalCode

  constructor(code: RefusalCode, options?: ErrorOptions) {
    const [type, message] = refusals[code]
    super(type, message, {
      ...options,
      ...(code === 'unavailable' ? { retryAfterSeconds: 30 } : {}),
    })
    this.code = code
  }
}
