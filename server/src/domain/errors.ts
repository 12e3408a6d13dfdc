/**
 * What a caller of the API may see. Each type has one HTTP status; anything that is not an
 * AppError is a bug and is shown as `InternalError` without detail.
 *
 * `NotFoundError` is a thing that does not exist for this caller, `NotFound` a path that no endpoint
 * serves; `AuthorizationError` is a missing right, `Forbidden` a request that fails the CSRF check;
 * `MultiFactorCodeRequired` is a right password without the second factor that the account has,
 * `SecondFactorSetupRequired` a session that must set one up first;
 * `OverlapError` is a change of what someone else has changed since;
 * `Unknown` stands for the other refusals of the HTTP layer (413, 415 …); `ServiceUnavailable` is work that
 * took too long, found the server too busy or the database away; `InsufficientStorage` is a full disk. Clients
 * tell them apart.
 */
export const errorStatus = {
  AuthenticationError: 401,
  MultiFactorCodeRequired: 402,
  SecondFactorSetupRequired: 403,
  AuthorizationError: 403,
  Forbidden: 403,
  NotFoundError: 404,
  NotFound: 404,
  BadRequest: 400,
  SearchError: 400,
  AttributeCheckingError: 400,
  NumberFormatException: 400,
  ConflictError: 400,
  CreateError: 400,
  OverlapError: 409,
  Unknown: 413,
  RateLimitExceeded: 429,
  EngineError: 424,
  InternalError: 500,
  ServiceUnavailable: 503,
  InsufficientStorage: 507,
} as const satisfies Record<string, number>

export type ErrorType = keyof typeof errorStatus

export class AppError extends Error {
  readonly type: ErrorType
  /** Seconds after which the same call may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    type: ErrorType,
    message: string,
    options?: ErrorOptions & { retryAfterSeconds?: number },
  ) {
    super(message, options)
    this.name = type
    this.type = type
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

/** One wrong attribute of a request body, in the four shapes that clients know. */
export type AttributeError =
  | { type: 'MissingAttributeError'; name: string; message: string }
  | { type: 'UnknownAttributeError'; name: string; message: string }
  | { type: 'UpdateReadOnlyAttributeError'; name: string; message: string }
  | {
      type: 'InvalidFormatAttributeError'
      name: string
      format: string
      value?: unknown
      /** What would have been right there, such as the steps that can follow. */
      acceptedInput?: readonly string[]
      message: string
    }

/** Every wrong attribute of one request at once, so a caller fixes them in one go. */
export class AttributeCheckingError extends AppError {
  readonly tableName: string
  readonly errors: AttributeError[]

  constructor(tableName: string, errors: AttributeError[]) {
    super('AttributeCheckingError', errors.map((error) => error.message).join('; '))
    this.tableName = tableName
    this.errors = errors
  }
}

/** How to continue after a correct password. */
export interface SecondStep {
  readonly token: string
  readonly methods: ('totp' | 'passkey' | 'recoveryCode')[]
  /** What the browser needs to ask for a passkey. */
  readonly passkey?: Record<string, unknown>
}

export class SecondFactorRequired extends AppError {
  readonly secondFactor: SecondStep

  constructor(secondFactor: SecondStep) {
    super('MultiFactorCodeRequired', 'This account has a second factor. Send its code as well')
    this.secondFactor = secondFactor
  }
}

export const missingAttribute = (name: string): AttributeError => ({
  type: 'MissingAttributeError',
  name,
  message: `Attribute ${name} is missing`,
})

export const notFound = (what: string, id: string) =>
  new AppError('NotFoundError', `${what} ${id} not found`)

export const badRequest = (message: string) => new AppError('BadRequest', message)

export const searchError = (message: string) => new AppError('SearchError', message)

/** The same words for every failed sign-in: unknown user, wrong password and locked look alike. */
export const authenticationFailure = () =>
  new AppError('AuthenticationError', 'Authentication failure')

export const insufficientRights = () =>
  new AppError('AuthorizationError', 'Insufficient rights to perform this action')

export const notAllowed = (message: string) => new AppError('AuthorizationError', message)

/** Both reasons in one sentence: it reveals nothing about the token. */
export const setUpAlready = () =>
  notAllowed(
    'This installation is already set up, or X-Setup-Token does not match the setup link printed by the server',
  )

export const conflict = (what: string, id: string) =>
  new AppError('ConflictError', `${what} ${id} already exists`)

/** Alerts and observables that are there already; clients of today's platform look for this type. */
export const createError = (message: string) => new AppError('CreateError', message)

/** What the caller saw is not what is there; they must look again. */
export const overlap = (message: string) => new AppError('OverlapError', message)
