import type { Role } from '@assay/contract'
import type { KeyScope } from './key-scope.ts'

/** Where a request comes from; part of every audit row. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** For a request with a password: what distinguishes its sender from others. */
export interface SignInOrigin extends Origin {
  /** Cookie of a browser that signed in before; a claim until its proof was checked. */
  readonly deviceToken: string | undefined
  /** The address is that of a proxy that is not trusted, with many people behind it. */
  readonly isShared: boolean
  /** Whom that proxy says it speaks for. */
  readonly claimed: string
}

/** Who is calling. `setup` is a caller who may create the first user of an empty installation. */
export interface Caller {
  readonly login: string
  readonly organization: string
  readonly roles: readonly Role[]
  readonly via: 'session' | 'key' | 'basic' | 'setup'
  /** Of a named API key; the single key of a user has none. */
  readonly scope?: KeyScope
  /** The server itself, which calls itself. */
  readonly service?: true
  /** For whom the server calls itself. Only its signed key says so, never what was sent. */
  readonly asks?: Asker
  /** For a session: the organization requires a second factor, and there is none yet. */
  readonly mustSetUpSecondFactor?: boolean
}

/** Who wants something to be run, wherever the call passed through. */
export interface Asker {
  readonly login: string
  readonly kind: AskerKind
  /** Of a rule: the run that led to it. Of an agent: its API key. Of a re-check: its watch. */
  readonly cause: string | null
  /** Of a rule: the login of the user who wrote what it does. */
  readonly author?: string
}

export const askerKinds = ['person', 'key', 'rule', 'agent'] as const
export type AskerKind = (typeof askerKinds)[number]

/** Only a session shows that a person is there: programs send passwords, too. */
export function askerOf({ asks, login, via, scope }: Caller): Asker {
  if (asks) return asks
  // guard: caller.test.ts
  if (scope?.agent) return { login, kind: 'agent', cause: scope.agent.keyId }
  return { login, kind: via === 'session' ? 'person' : 'key', cause: null }
}

/** Whose rights may have changed; without a name, everyone's. */
export interface AccessChange {
  readonly login?: string
  readonly organization?: string
}

export const isConcerned = ({ login, organization }: AccessChange, caller: Caller): boolean =>
  login === undefined && organization === undefined
    ? true
    : login === caller.login || organization === caller.organization

/** Home of the superadmins; made at the first start and never locked. */
export const homeOrganization = 'cortex'

export const isSuperadmin = (caller: Caller) => caller.roles.includes('superadmin')
export const isOrgadmin = (caller: Caller) => caller.roles.includes('orgadmin')

/** By a key for one purpose: credentials are not part of it, whatever its user may see. */
export const isNarrow = ({ scope }: Caller) => scope !== undefined && scope.kind !== 'all'

/** Says aloud that a query crosses organizations; only superadmin's calls and the server itself do. */
export const everyOrganization = Symbol('every organization')

/**
 * Whose rows a query may see: one organization, or explicitly all. Every store function requires it.
 */
export type Scope = string | typeof everyOrganization

/** Superadmin administers all organizations, everyone else sees only their own. */
export const scopeOf = (caller: Caller): Scope =>
  isSuperadmin(caller) ? everyOrganization : caller.organization
