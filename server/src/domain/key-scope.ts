import { type AnyEndpoint, deedOf, type KeyScopeName, scopesOf } from '@assay/contract'
import { type AppError, notAllowed } from './errors.ts'

/** What a named API key may do of all that its user may. Which calls that are, the contract says. */
export interface KeyScope {
  readonly kind: KeyScopeName
  /** Of `run`: the one analyzer or responder. */
  readonly workerId: string | undefined
}

/** What to do where no named key helps. */
export const useAnotherWay =
  "Sign in, or use the user's main API key (Account page, /api/user/{login}/key)"

/** The only place where a scope is checked: why a key with it may not call this, or undefined. */
export function scopeProblem(
  { kind, workerId }: KeyScope,
  endpoint: AnyEndpoint,
  params: unknown,
): AppError | undefined {
  const scopes = scopesOf(endpoint)
  // guard: key-scope.test.ts
  if (scopes.length === 0)
    return notAllowed(
      `Named API keys cannot create or read credentials: users, passwords, API keys, second factors, webhooks, feed URLs. ${useAnotherWay}`,
    )
  // guard: key-scope.test.ts
  if (!scopes.includes(kind))
    return notAllowed(
      `The scope ${kind} of this API key does not include this call. Use a key with scope ${scopes.join(' or ')}`,
    )
  if (workerId === undefined || deedOf(endpoint) !== 'run') return undefined
  // guard (open = undefined): key-scope.test.ts
  return (params as { id?: string }).id === workerId
    ? undefined
    : notAllowed(
        'This API key is restricted to another analyzer or responder. Use a key for this one',
      )
}
