/** No caller belongs to `gamma`: its data must be the same afterwards. */
export const organizations = ['alpha', 'beta', 'gamma'] as const
export type Organization = (typeof organizations)[number]

/** Part of every text that belongs to an organization. It must never be sent to anyone else. */
export const canaryOf = (organization: Organization) =>
  `CANARY-OF-${organization.toUpperCase()}-7f3a`

/** All callers. `nobody` sends no credentials, `lars` is locked, `nora` has no role. */
export const callers = [
  { login: 'root', organization: undefined },
  { login: 'ada', organization: 'alpha' },
  { login: 'alan', organization: 'alpha' },
  { login: 'rita', organization: 'alpha' },
  { login: 'nora', organization: 'alpha' },
  { login: 'lars', organization: 'alpha' },
  { login: 'bob', organization: 'beta' },
  { login: 'nobody', organization: undefined },
] as const satisfies readonly { login: string; organization: Organization | undefined }[]
export type Caller = (typeof callers)[number]

export const administrators = { alpha: 'ada', beta: 'bob', gamma: 'gina' } as const

/** Ids and names of what an organization has, by kind. Names hold no canary: errors repeat them. */
export type Things = Record<string, string>
