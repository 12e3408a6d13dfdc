import {
  type AnyEndpoint,
  deedOf,
  isAgentScope,
  type KeyScopeName,
  scopesOf,
} from '@assay/contract'
import { type AppError, notAllowed } from './errors.ts'

/** What a named API key may do of all that its user may. Which calls that are, the contract says. */
export interface KeyScope {
  readonly kind: KeyScopeName
  /** Of `run`: the one analyzer or responder. */
  readonly workerId: string | undefined
  /** Of `agent-read` and `agent`. */
  readonly agent?: AgentKey
}

/** An API key for an AI agent, and how far it reaches. */
export interface AgentKey {
  readonly keyId: string
  readonly keyName: string
  /** Nothing above it exists for the agent. */
  readonly maxTlp: number
  /** Nothing above it is analyzed or responded to. */
  readonly maxPap: number
  readonly jobsPerDay: number
  /** The only analyzers and responders; all without. */
  readonly workers: readonly string[] | undefined
}

/**
 * Of a call that a tool of `POST /mcp` makes for an agent: why its key may not, or undefined. The tools are the only
 * way in, and what lets people in, or data out, is behind none of them.
 */
export function toolProblem({ kind }: KeyScope, endpoint: AnyEndpoint): AppError | undefined {
  const deed = deedOf(endpoint)
  const isReading = deed === 'read' || deed === 'follow'
  // guard (open = undefined): key-scope.test.ts
  return isReading || (kind === 'agent' && (deed === 'run' || deed === 'write'))
    ? undefined
    : notAllowed(`The scope ${kind} of this API key does not include this tool`)
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
  if (isAgentScope(kind))
    return notAllowed(
      `API keys with the scope ${kind} open only POST /mcp, see docs/agents.md. Use a key with scope ${scopes.join(' or ')}`,
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
