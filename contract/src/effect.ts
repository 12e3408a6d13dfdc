/**
 * The effect of a call, which decides about API keys:
 *
 * - `read`: reads and changes nothing;
 * - `follow`: reads what a program needs that runs jobs: workers, jobs, reports;
 * - `run`: starts a job of the one worker that the path names by `:id`;
 * - `inspect`: reads what no narrow key needs: how users sign in, configurations, whole archives;
 * - `write`: stores, changes or removes something;
 * - `admit`: creates, shows or revokes what lets a person or a program in, or sends data out, and outlives
 *   the key: users, passwords, keys, sessions, second factors, webhooks, addresses of feeds.
 */
export type Deed = 'read' | 'follow' | 'run' | 'inspect' | 'write' | 'admit'

/**
 * `credential` says that the answer may hold one: a key, a password, a token, a configuration, an address
 * with a token in it. What a narrow key may call has it in properties that are marked by `credential`, which
 * such a key is not shown.
 */
export type Effect = Deed | `${Deed} credential`

export const keyScopes = ['all', 'read', 'run', 'agent-read', 'agent'] as const
export type KeyScopeName = (typeof keyScopes)[number]

/** Of keys for AI agents: no call of the contract is open to them, only the tools of `POST /mcp`. */
export const agentScopes = ['agent-read', 'agent'] as const satisfies readonly KeyScopeName[]
export type AgentScopeName = (typeof agentScopes)[number]

export const isAgentScope = (scope: KeyScopeName): scope is AgentScopeName =>
  (agentScopes as readonly KeyScopeName[]).includes(scope)

/** The whole rule of the scopes of named API keys. */
const scopesOfDeed: Readonly<Record<Deed, readonly KeyScopeName[]>> = {
  read: ['all', 'read'],
  follow: ['all', 'read', 'run'],
  run: ['all', 'run'],
  inspect: ['all'],
  write: ['all'],
  admit: [],
}

interface Declared {
  readonly effect: Effect
}

export const deedOf = ({ effect }: Declared): Deed => effect.split(' ')[0] as Deed
export const holdsCredential = ({ effect }: Declared): boolean => effect.endsWith(' credential')

/** Which named keys may call it. The single key of a user and a session may call all that the user may. */
export const scopesOf = (endpoint: Declared): readonly KeyScopeName[] =>
  scopesOfDeed[deedOf(endpoint)]
