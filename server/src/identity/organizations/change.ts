import type { contract, Input, OrganizationStatus, SecondFactorRule } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import {
  type Caller,
  everyOrganization,
  homeOrganization,
  type Origin,
  scopeOf,
} from '../../domain/caller.ts'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { organizationGrantProblem } from '../../domain/key-grants.ts'
import type { Db } from '../../storage/database.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import {
  findOrganization,
  insertOrganization,
  type OrganizationRow,
  updateOrganization,
} from './store.ts'

/** Paths that would shadow an organization of this name. */
const reservedNames = ['user', 'analyzer', 'responder', '_search', '_stats', '.', '..']

/** What others do when an organization is made; identity knows nothing of analyzers. */
export interface NewOrganization {
  readonly enableBuiltin?:
    | ((
        tx: Db,
        which: 'offline' | 'all',
        organization: string,
        caller: Caller,
        origin: Origin,
      ) => Promise<void>)
    | undefined
}

/** Any for superadmin, the caller's organization for other users; others do not exist. */
export async function visibleOrganization(
  db: Db,
  caller: Caller,
  name: string,
): Promise<OrganizationRow> {
  const scope = scopeOf(caller)
  const isVisible = scope === everyOrganization || scope === name
  const row = isVisible ? await findOrganization(db, name) : undefined
  if (!row) throw notFound('organization', name)
  return row
}

export async function createOrganization(
  deps: Deps,
  hooks: NewOrganization,
  caller: Caller,
  origin: Origin,
  input: Input<typeof contract.createOrganization>,
): Promise<OrganizationRow> {
  const { db, dialect, config } = deps
  const isEnabling = input.enableBuiltin ?? config.analyzer.enableBuiltin
  const create = db.transaction().execute(async (tx) => {
    const row = await addOrganization(deps, tx, caller, origin, input)
    if (isEnabling) await hooks.enableBuiltin?.(tx, 'offline', row.name, caller, origin)
    return row
  })
  return create.catch((error: unknown) => {
    throw dialect.isUniqueViolation(error) ? conflict('organization', input.name) : error
  })
}

/** In a transaction of the caller's. */
export async function addOrganization(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  caller: Caller,
  origin: Origin,
  { name, description, status = 'Active' }: NewOrganizationInput,
): Promise<OrganizationRow> {
  if (reservedNames.includes(name)) throw badRequest(`The name ${name} is reserved. Choose another`)
  const now = clock.now()
  const row = await insertOrganization(tx, {
    name,
    description,
    status,
    created_at: now,
    created_by: caller.login,
  })
  await audit(tx, { login: caller.login, ...origin }, now, {
    action: 'organization.create',
    objectType: 'organization',
    objectId: row.name,
    organization: row.name,
    details: { description: row.description, status: row.status },
  })
  return row
}

type NewOrganizationInput = Pick<
  Input<typeof contract.createOrganization>,
  'name' | 'description' | 'status'
>

interface OrganizationChange {
  readonly description?: string
  readonly status?: OrganizationStatus
  readonly secondFactor?: SecondFactorRule
}

export async function changeOrganization(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  name: string,
  input: OrganizationChange,
): Promise<OrganizationRow> {
  if (name === homeOrganization) throw badRequest("Cortex organization can't be updated")
  return writeOrganization(deps, caller, origin, name, input)
}

/** By an orgadmin for their organization; of the superadmins' organization too, which has no other change. */
export async function changeSecondFactorRule(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  name: string,
  secondFactor: SecondFactorRule,
): Promise<void> {
  await visibleOrganization(deps.db, caller, name)
  await writeOrganization(deps, caller, origin, name, { secondFactor })
}

const writeOrganization: typeof changeOrganization = (deps, caller, origin, name, input) => {
  const { secondFactor, ...columns } = input
  return changeAccess(deps, { organization: name }, async (tx) => {
    const now = deps.clock.now()
    const present = caller.scope && (await findOrganization(tx, name))
    const problem = present && organizationGrantProblem(caller, rightsOf(present), input)
    if (problem) throw problem
    const row = await updateOrganization(tx, name, {
      ...columns,
      ...(secondFactor && { second_factor: secondFactor === 'required' ? secondFactor : null }),
      updated_at: now,
      updated_by: caller.login,
    })
    if (!row) throw notFound('organization', name)
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: input.status === 'Locked' ? 'organization.lock' : 'organization.update',
      objectType: 'organization',
      objectId: name,
      organization: name,
      details: { ...input },
    })
    return row
  })
}

const rightsOf = ({ status, second_factor }: OrganizationRow) => ({
  status,
  secondFactor: second_factor ?? 'optional',
})
