import { isDeepStrictEqual } from 'node:util'
import {
  ApiError,
  type BudgetWindow,
  type Client,
  contract,
  createClient,
  type Organization,
  type Worker,
} from '@assay/contract'
import { analyzerSetSteps } from './analyzer-sets.ts'
import { channelSteps, mailTextSteps } from './channels.ts'
import { clockSteps } from './clocks.ts'
import { mailboxSteps } from './mailboxes.ts'
import { policySteps, protectedSteps } from './protection.ts'
import { type ApplyRetention, retentionFor } from './retention.ts'
import { ruleSteps } from './rules.ts'
import { caseStatusSteps } from './statuses.ts'
import {
  administratorOf,
  type Tenancy,
  type TenantBudget,
  type TenantOrganization,
  type TenantUser,
  type TenantWebhook,
  type TenantWorker,
} from './tenancy.ts'

export interface ApplyRequest {
  /** With every reference replaced. */
  readonly tenancy: Tenancy
  readonly url: string
  /** Of a superadmin. */
  readonly key: string
  readonly isDryRun: boolean
  readonly fetch?: typeof fetch
  write(line: string): void
}

export interface Applied {
  created: number
  changed: number
  unchanged: number
}

type Api = Client<typeof contract>

/**
 * Brings a server to what a file says, object by object, through its API: its rules, its audit trail and its
 * checks hold. What the file does not name is left alone.
 */
export async function applyTenancy(request: ApplyRequest): Promise<Applied> {
  const applied: Applied = { created: 0, changed: 0, unchanged: 0 }
  const api = (key: string) =>
    createClient(contract, {
      baseUrl: request.url.replace(/\/+$/, ''),
      headers: () => ({ authorization: `Bearer ${key}` }),
      ...(request.fetch && { fetch: request.fetch }),
    })
  const root = api(request.key)

  /** One object: what would be made or changed, and how. Values of secrets are not in it. */
  async function settle(
    what: string,
    changes: 'new' | readonly string[],
    act: () => Promise<unknown>,
  ): Promise<void> {
    if (changes === 'new') applied.created += 1
    else if (changes.length > 0) applied.changed += 1
    else {
      applied.unchanged += 1
      return
    }
    request.write(changes === 'new' ? `+ ${what}` : `~ ${what}: ${changes.join(', ')}`)
    if (!request.isDryRun) await withObject(what, act)
  }

  async function applyOrganization(organization: TenantOrganization): Promise<void> {
    const { name, description = '', status, secondFactor, users = [] } = organization
    const what = `organization ${name}`
    const known = await missingAsNothing(what, () => root.getOrganization({ id: name }))
    const retention = await withObject(what, () =>
      retentionFor(root, name, organization.retention, known !== undefined),
    )
    if (!known)
      await settle(what, 'new', async () => {
        await root.createOrganization({ name, description, ...(status && { status }) })
        if (secondFactor === 'required')
          await root.updateOrganization({ id: name }, { secondFactor })
        await retention?.apply()
      })
    else await changeOrganization(organization, what, known, retention)
    for (const user of users) await applyUser(name, user)
    const admin = await administrator(organization)
    for (const budget of organization.budgets ?? []) await applyBudget(name, admin, budget)
    for (const worker of organization.analyzers ?? [])
      await applyWorker(name, admin, 'analyzer', worker)
    for (const worker of organization.responders ?? [])
      await applyWorker(name, admin, 'responder', worker)
    const steps = await withObject(what, async () => [
      ...(await protectedSteps(admin, organization, differences)),
      ...(await policySteps(admin, organization, differences)),
      ...(await analyzerSetSteps(admin, organization, differences)),
      ...(await caseStatusSteps(admin, organization, differences)),
      ...(await clockSteps(admin, organization, differences)),
      ...(await mailboxSteps(admin, organization, differences)),
      ...(await channelSteps(admin, organization, differences)),
      ...(await mailTextSteps(admin, organization, differences)),
      ...(await ruleSteps(admin, organization, differences)),
    ])
    for (const step of steps) await settle(step.what, step.changes, step.act)
    for (const webhook of organization.webhooks ?? []) await applyWebhook(name, admin, webhook)
  }

  async function changeOrganization(
    { name, description, status, secondFactor }: TenantOrganization,
    what: string,
    known: Organization,
    retention: ApplyRetention | undefined,
  ): Promise<void> {
    const wanted = {
      ...(description !== undefined && { description }),
      ...(status && { status }),
      ...(secondFactor && { secondFactor }),
    }
    const changed = differences(known, wanted)
    const shown = changed.map((attribute) =>
      attribute === 'secondFactor'
        ? `secondFactor (${known.secondFactor} → ${secondFactor})`
        : attribute,
    )
    await settle(what, [...shown, ...(retention?.changes ?? [])], async () => {
      if (changed.length > 0) await root.updateOrganization({ id: name }, wanted)
      if (retention && retention.changes.length > 0) await retention.apply()
    })
  }

  async function applyUser(organization: string, user: TenantUser): Promise<void> {
    const { login, name = login, roles = [], status } = user
    const [key, password] = [user.key, user.password] as unknown as (string | undefined)[]
    const what = `user ${login} of ${organization}`
    const known = await missingAsNothing(what, () => root.getUser({ login }))
    if (!known)
      return settle(what, 'new', () =>
        root.createUser({
          login,
          name,
          organization,
          roles,
          ...(status && { status }),
          ...(key !== undefined && { key }),
          ...(password !== undefined && { password }),
        }),
      )
    if (known.organization !== organization)
      throw new Error(
        `${what}: the login belongs to another organization. No further changes were made`,
      )
    const changed = differences(
      { ...known, roles: asSet(known.roles) },
      {
        ...(user.name !== undefined && { name }),
        ...(user.roles !== undefined && { roles: asSet(roles) }),
        ...(status && { status }),
      },
    )
    const present =
      key === undefined || !known.hasKey
        ? undefined
        : await withObject(what, () => root.getKey({ login }))
    const hasOtherKey = key !== undefined && present !== key
    // A password cannot be compared: it is set when there is none, and then belongs to its owner.
    const needsPassword = password !== undefined && !known.hasPassword
    const all = [
      ...changed,
      ...(hasOtherKey ? ['key'] : []),
      ...(needsPassword ? ['password'] : []),
    ]
    await settle(what, all, async () => {
      if (changed.length > 0)
        await root.updateUser(
          { login },
          {
            ...(changed.includes('name') && { name }),
            ...(changed.includes('roles') && { roles }),
            ...(changed.includes('status') && status && { status }),
          },
        )
      if (hasOtherKey) await root.setKey({ login }, { key })
      if (needsPassword) await root.setPassword({ login }, { password })
    })
  }

  /** Undefined in a dry run for a user that does not exist yet. */
  async function administrator(organization: TenantOrganization): Promise<Api | undefined> {
    const user = administratorOf(organization)
    if (!user) return undefined
    if (!request.isDryRun) return api(user.key as unknown as string)
    const { login } = user
    const known = await missingAsNothing(`user ${login}`, () => root.getUser({ login }))
    return known?.hasKey ? api(await root.getKey({ login })) : undefined
  }

  async function applyBudget(
    organization: string,
    admin: Api | undefined,
    budget: TenantBudget,
  ): Promise<void> {
    const what = `budget ${budget.name} of ${organization}`
    const known = admin && (await withObject(what, () => ownBudget(admin, budget.name)))
    if (!known) return settle(what, 'new', async () => admin?.createBudget(budget))
    const present = { ...known, windows: known.windows.map(asWindow) }
    const wanted = { ...budget, windows: budget.windows.map(asWindow) }
    await settle(what, differences(present, wanted), async () =>
      admin.updateBudget({ id: known.id }, budget),
    )
  }

  async function applyWorker(
    organization: string,
    admin: Api | undefined,
    kind: 'analyzer' | 'responder',
    { definition, ...named }: TenantWorker,
  ): Promise<void> {
    const what = `${kind} ${named.name} of ${organization}`
    const calls = admin && callsOf(admin, kind)
    const wanted = admin ? await withObject(what, () => withBudgetId(admin, named)) : named
    const known = calls && (await withObject(what, () => calls.find(wanted.name)))
    if (!known) return settle(what, 'new', async () => calls?.enable(definition, wanted))
    const { configuration, ...attributes } = wanted
    const merged = { ...known.configuration, ...configuration }
    const changed = [
      ...differences(known, attributes),
      ...differences(known.configuration ?? {}, configuration ?? {}).map(
        (item) => `configuration.${item}`,
      ),
      ...(known.workerDefinitionId === definition ? [] : ['definition']),
    ]
    await settle(what, changed, async () =>
      calls.update(known.id, {
        ...attributes,
        ...(configuration && { configuration: merged }),
        ...(known.workerDefinitionId === definition ? {} : { workerDefinitionId: definition }),
      }),
    )
  }

  async function applyWebhook(
    organization: string,
    admin: Api | undefined,
    webhook: TenantWebhook,
  ): Promise<void> {
    const what = `webhook ${webhook.name} of ${organization}`
    const { secret, ...wanted } = webhook as unknown as Omit<TenantWebhook, 'secret' | 'url'> & {
      url: string
      secret?: string
    }
    const known =
      admin &&
      (await withObject(what, () => admin.listWebhooks())).rows.find(
        ({ name }) => name === wanted.name,
      )
    if (!known)
      return settle(what, 'new', async () =>
        admin?.createWebhook({ ...wanted, ...(secret !== undefined && { secret }) }),
      )
    // Its secret cannot be read, so it is given when the webhook is made.
    await settle(what, differences(known, wanted), async () =>
      admin.updateWebhook({ id: known.id }, wanted),
    )
  }

  await withObject('the server', async () => {
    const caller = await root.currentUser()
    if (!caller.roles.includes('superadmin'))
      throw new Error('The API key must belong to a superadmin')
  })
  for (const organization of request.tenancy.organizations) await applyOrganization(organization)
  return applied
}

const callsOf = (admin: Api, kind: 'analyzer' | 'responder') => ({
  async find(name: string): Promise<Worker | undefined> {
    const query = { range: 'all' }
    const { rows } = await (kind === 'analyzer'
      ? admin.listAnalyzers(query)
      : admin.listResponders(query))
    return rows.find((worker) => worker.name === name)
  },
  enable: (id: string, input: Omit<TenantWorker, 'definition'>) =>
    kind === 'analyzer'
      ? admin.enableAnalyzer({ id }, input)
      : admin.enableResponder({ id }, input),
  update: (id: string, input: Parameters<Api['updateAnalyzer']>[1]) =>
    kind === 'analyzer'
      ? admin.updateAnalyzer({ id }, input)
      : admin.updateResponder({ id }, input),
})

/** In the file a budget has its name; one of the organization comes before one of the operator. */
async function withBudgetId<W extends { budget?: string | null }>(admin: Api, worker: W) {
  const { budget } = worker
  if (typeof budget !== 'string') return worker
  const named = (await admin.listBudgets()).filter(({ name }) => name === budget)
  const found = named.find(({ source }) => source === 'organization') ?? named[0]
  // The server names what it does not know. A dry run has not created it yet.
  return { ...worker, budget: found?.id ?? budget }
}

const ownBudget = async (admin: Api, wanted: string) =>
  (await admin.listBudgets()).find(
    ({ name, source }) => name === wanted && source === 'organization',
  )

/** Without what was used; not to follow the calendar is the usual. */
const asWindow = ({ count, per, calendar = false }: BudgetWindow) => ({ count, per, calendar })

const asSet = (roles: readonly string[]) => roles.map((role) => role.toLowerCase()).sort()

/** Names of attributes to change; a value that was never set equals none. */
function differences(known: object, wanted: object): string[] {
  const present = known as Record<string, unknown>
  return Object.entries(wanted).flatMap(([name, value]) =>
    isDeepStrictEqual(present[name] ?? null, value ?? null) ? [] : name,
  )
}

async function missingAsNothing<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    return withObject(what, () => Promise.reject(error))
  }
}

/** Errors name the object that they are about. What the server says repeats no secret. */
async function withObject<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError)
      throw new Error(
        `${what}: the server rejected the request (${error.status}): ${reasons(error)}`,
      )
    const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
    if (cause !== error) throw new Error(`Cannot reach the server: ${(cause as Error).message}`)
    throw error
  }
}

const reasons = ({ message, body }: ApiError): string =>
  [message, ...(body.errors ?? []).map((each) => each.message ?? each.name)].join('; ')
