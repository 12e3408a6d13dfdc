import { type Budget, type BudgetWindow, contract, maxBudgets } from '@assay/contract'
import { working } from '../../domain/budgets/breaker.ts'
import { type Caller, isOrgadmin, isSuperadmin, type Origin } from '../../domain/caller.ts'
import { badRequest, conflict, notAllowed, notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import { refuseOlderVersions } from '../../storage/rows/older-versions.ts'
import type { EngineDeps } from '../deps.ts'
import {
  type BudgetRow,
  countBudgets,
  insertBudget,
  lockedBudget,
  mayChange,
  newBudgetId,
  removeBudget,
  takeFromWorkers,
  updateBudget,
  visibleBudgets,
} from './store.ts'
import { budgetViews } from './views.ts'

const usualShare = 25
const usualWaitMinutes = 24 * 60

export function budgetRoutes(route: Route, deps: EngineDeps): void {
  const { db, clock, dialect } = deps

  const found = async (tx: Db, caller: Caller, id: string): Promise<BudgetRow> => {
    const [row] = await visibleBudgets(tx, caller, id)
    // guard: server/test/budgets/budgets.test.ts
    if (!row) throw notFound('budget', id)
    return row
  }
  const changeable = async (tx: Db, caller: Caller, id: string): Promise<BudgetRow> => {
    await lockedBudget(tx, deps, id)
    const row = await found(tx, caller, id)
    // guard: server/test/budgets/budgets.test.ts
    if (!mayChange(caller, row))
      throw notAllowed(
        `The budget ${row.name} belongs to the operator; only a superadmin changes it`,
      )
    return row
  }
  const view = async (caller: Caller, row: BudgetRow): Promise<Budget> =>
    (await budgetViews(deps, caller, [row]))[0] as Budget
  const saving = <T>(name: string | undefined, work: (tx: Db) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        throw dialect.isUniqueViolation(error) ? conflict('budget', name ?? '') : error
      })

  route(contract.listBudgets, async ({ caller }) =>
    budgetViews(deps, caller, await visibleBudgets(db, caller)),
  )

  route(contract.getBudget, async ({ caller, params }) =>
    view(caller, await found(db, caller, params.id)),
  )

  route(contract.createBudget, async ({ caller, origin, input }) => {
    const source = input.source ?? (isOrgadmin(caller) ? 'organization' : 'server')
    refuseSource(caller, source)
    const organization = source === 'server' ? null : caller.organization
    refuseShared(organization, input.shared)
    const windows = checkedWindows(input.windows)
    await refuseOlderVersions(db, deps, { knownFrom: 77, cannot: 'let jobs wait for a budget' })
    const row = await saving(input.name, async (tx) => {
      // guard: server/test/budgets/budgets.test.ts
      if ((await countBudgets(tx, organization)) >= maxBudgets)
        throw badRequest(`Limit of ${maxBudgets} budgets reached. Delete one first`)
      const made = await insertBudget(tx, {
        id: newBudgetId(),
        organization,
        name: input.name.trim(),
        shared: input.shared === true ? 1 : 0,
        windows: JSON.stringify(windows),
        people_share: input.peopleShare ?? usualShare,
        max_wait_ms: (input.maxWaitMinutes ?? usualWaitMinutes) * 60_000,
        ...working,
        openings: 0,
        created_at: clock.now(),
        created_by: caller.login,
      })
      await audited(tx, { caller, origin }, 'create', made, { name: made.name, windows })
      return made
    })
    deps.workersChanged()
    return view(caller, row)
  })

  route(contract.updateBudget, async ({ caller, origin, params, input }) => {
    const windows = input.windows && checkedWindows(input.windows)
    const row = await saving(input.name, async (tx) => {
      const { id, organization } = await changeable(tx, caller, params.id)
      refuseShared(organization, input.shared)
      if (input.shared === false) await takeFromWorkers(tx, id)
      const changed = await updateBudget(tx, id, {
        ...(input.name === undefined ? {} : { name: input.name.trim() }),
        ...(windows === undefined ? {} : { windows: JSON.stringify(windows) }),
        ...(input.peopleShare === undefined ? {} : { people_share: input.peopleShare }),
        ...(input.maxWaitMinutes === undefined
          ? {}
          : { max_wait_ms: input.maxWaitMinutes * 60_000 }),
        ...(input.shared === undefined ? {} : { shared: input.shared ? 1 : 0 }),
        updated_at: clock.now(),
        updated_by: caller.login,
      })
      await audited(tx, { caller, origin }, 'update', changed, input)
      return changed
    })
    deps.workersChanged()
    deps.openHeldJobs()
    return view(caller, row)
  })

  route(contract.deleteBudget, async ({ caller, origin, params }) => {
    await db.transaction().execute(async (tx) => {
      const row = await changeable(tx, caller, params.id)
      await removeBudget(tx, row.id)
      await audited(tx, { caller, origin }, 'delete', row, { name: row.name })
    })
    deps.workersChanged()
    deps.openHeldJobs()
  })

  route(contract.resumeBudget, async ({ caller, origin, params }) => {
    const row = await db.transaction().execute(async (tx) => {
      const { id } = await changeable(tx, caller, params.id)
      const resumed = await updateBudget(tx, id, working)
      await audited(tx, { caller, origin }, 'resume', resumed)
      return resumed
    })
    deps.openHeldJobs()
    return view(caller, row)
  })

  const audited = (
    tx: Db,
    { caller, origin }: { caller: Caller; origin: Origin },
    change: string,
    row: BudgetRow,
    details: Record<string, unknown> = {},
  ) =>
    audit(tx, { login: caller.login, ...origin }, clock.now(), {
      action: `budget.${change}`,
      objectType: 'budget',
      objectId: row.id,
      organization: row.organization,
      details,
    })
}

function refuseSource(caller: Caller, source: Budget['source']): void {
  // guard: server/test/budgets/budgets.test.ts
  if (source === 'server' && !isSuperadmin(caller))
    throw notAllowed('Only a superadmin creates budgets of the operator')
  // guard: server/test/budgets/budgets.test.ts
  if (source === 'organization' && !isOrgadmin(caller))
    throw notAllowed('Budgets of an organization are created by its administrators')
}

function refuseShared(organization: string | null, shared: boolean | undefined): void {
  // guard: server/test/budgets/budgets.test.ts
  if (organization !== null && shared === true)
    throw badRequest('Only budgets of the operator can be shared')
}

function checkedWindows(windows: readonly BudgetWindow[]): readonly BudgetWindow[] {
  // guard: server/test/budgets/budgets.test.ts
  if (windows.some(({ per, calendar }) => calendar === true && typeof per === 'number'))
    throw badRequest('A calendar window needs a unit: minute, hour, day or month')
  return windows
}
