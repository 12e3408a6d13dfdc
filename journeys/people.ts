import type { contract, Input, Job, JobWithReport, Role } from '@assay/contract'
import { keyOf, passwordOf, type Server, superadmin } from './server.ts'

type InputOf<Call extends keyof typeof contract> = Input<(typeof contract)[Call]>

export interface Organization {
  readonly name: string
  /** Logins: administrator, analyst, reader. */
  readonly oa: string
  readonly ana: string
  readonly rea: string
}

/** ACME has oa, ana and rea; users of other organizations have its name, as in `ana-beta`. */
export const memberOf = (organization: string, short: 'oa' | 'ana' | 'rea') =>
  organization === 'ACME' ? short : `${short}-${organization.toLowerCase()}`

export async function makeUser(
  server: Server,
  { login, organization, roles }: { login: string; organization: string; roles: Role[] },
): Promise<void> {
  await server.as(superadmin).createUser({
    login,
    name: login,
    organization,
    roles,
    password: passwordOf(login),
    key: keyOf(login),
  })
}

/** Journeys of one file share a server when each has its own organization. */
export async function makeOrganization(server: Server, name = 'ACME'): Promise<Organization> {
  await server.as(superadmin).createOrganization({ name, description: `The ${name} of the tests` })
  const roles = {
    oa: ['read', 'analyze', 'orgadmin'],
    ana: ['read', 'analyze'],
    rea: ['read'],
  } as const
  const members = (['oa', 'ana', 'rea'] as const).map((short) => ({
    login: memberOf(name, short),
    organization: name,
    roles: [...roles[short]],
  }))
  await Promise.all(members.map((member) => makeUser(server, member)))
  const [oa = '', ana = '', rea = ''] = members.map(({ login }) => login)
  return { name, oa, ana, rea }
}

/** Analyzers by the name of their fixture, as in `enableAnalyzers(server, oa, ['Echo'])`; ids by name. */
export async function enableAnalyzers<Name extends string>(
  server: Server,
  orgadmin: string,
  names: readonly Name[],
  settings: Partial<InputOf<'enableAnalyzer'>> = {},
): Promise<Record<Name, string>> {
  const enable = (name: Name) =>
    server.as(orgadmin).enableAnalyzer({ id: `${name}_1_0` }, { name: `${name}_1_0`, ...settings })
  return idsByName(names, enable)
}

export async function enableResponders<Name extends string>(
  server: Server,
  orgadmin: string,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const enable = (name: Name) =>
    server.as(orgadmin).enableResponder({ id: `${name}_1_0` }, { name: `${name}_1_0` })
  return idsByName(names, enable)
}

/** Both at once. */
export const enableWorkers = async <Analyzer extends string, Responder extends string>(
  server: Server,
  orgadmin: string,
  workers: { analyzers: readonly Analyzer[]; responders: readonly Responder[] },
): Promise<Record<Analyzer | Responder, string>> => ({
  ...(await enableAnalyzers(server, orgadmin, workers.analyzers)),
  ...(await enableResponders(server, orgadmin, workers.responders)),
})

async function idsByName<Name extends string>(
  names: readonly Name[],
  enable: (name: Name) => Promise<{ id: string }>,
): Promise<Record<Name, string>> {
  const pairs = names.map(async (name) => [name, (await enable(name)).id] as const)
  return Object.fromEntries(await Promise.all(pairs)) as Record<Name, string>
}

/** A job as a program would send it; `force` is on, so every call is its own run. */
export function submit(
  server: Server,
  login: string,
  analyzerId: string,
  observable: InputOf<'runAnalyzer'>,
): Promise<Job> {
  return server.as(login).runAnalyzer({ id: analyzerId }, { force: true, ...observable })
}

/** Submits and waits for the end, whatever it is. */
export async function runToEnd(
  server: Server,
  login: string,
  analyzerId: string,
  observable: InputOf<'runAnalyzer'>,
): Promise<JobWithReport> {
  const { id } = await submit(server, login, analyzerId, observable)
  return server.as(login).waitReport({ id }, { atMost: '1minute' })
}

let lastReference = 0

export function makeAlert(
  server: Server,
  login: string,
  values: Partial<InputOf<'createAlert'>> = {},
) {
  lastReference += 1
  return server.as(login).createAlert({
    type: 'mail',
    source: 'gateway',
    sourceRef: `ref-${lastReference}`,
    title: `Alert ${lastReference}`,
    description: 'Raised by a journey',
    ...values,
  })
}

/** A case with its observables, one call each, in this order. */
export async function makeCase(
  server: Server,
  login: string,
  values: Partial<InputOf<'createCase'>> = {},
  observables: readonly InputOf<'createCaseObservable'>[] = [],
) {
  const api = server.as(login)
  const made = await api.createCase({
    title: 'Case',
    description: 'Opened by a journey',
    ...values,
  })
  const ids: string[] = []
  for (const observable of observables) {
    const answer = await api.createCaseObservable({ id: made.id }, observable)
    const rows = Array.isArray(answer) ? answer : answer.success
    ids.push(...rows.map(({ id }) => id))
  }
  return { ...made, observableIds: ids }
}
