import { contract } from '@assay/contract'
import { presets } from '../../domain/automation/presets.ts'
import { triggerOf } from '../../domain/automation/rule.ts'
import { ruleSentences, said } from '../../domain/automation/sentences.ts'
import type { Caller } from '../../domain/caller.ts'
import { AttributeCheckingError, notFound } from '../../domain/errors.ts'
import { ownPage } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import type { PlatformDeps } from '../deps.ts'
import { checkBody, createRule, deleteRule, orderRules, updateRule } from './edit.ts'
import { explainRules } from './explain.ts'
import { automationOf, confirmRestored, pauseAll, resumeAll } from './pause.ts'
import { listRuns } from './runs.ts'
import { cancelPlanned } from './stop.ts'
import { bodyOf, findRule, findRun, type RuleRow, rulesOf, stepsOf } from './store.ts'
import { tryRule } from './trying.ts'
import { ruleViews, runDetail, runViews, versionsOf } from './views.ts'

export function automationRoutes(route: Route, deps: PlatformDeps): void {
  const { db, clock } = deps
  const requireRule = async (organization: string, id: string) => {
    const row = await findRule(db, organization, id)
    // guard: server/test/automation/rules-tenants.test.ts
    if (!row) throw notFound('rule', id)
    return row
  }
  const viewOf = async (caller: Caller, row: RuleRow) => {
    const [view] = await ruleViews(db, caller, [row], clock.now())
    if (!view) throw notFound('rule', row.id)
    return view
  }
  const viewsOf = async (caller: Caller) =>
    ruleViews(db, caller, await rulesOf(db, caller.organization), clock.now())

  route(contract.listRules, ({ caller }) => viewsOf(caller))
  route(contract.listRulePresets, async () =>
    presets.map(({ id, name, on, if: filter, do: steps, budget, missing }) => ({
      id,
      name,
      trigger: triggerOf(on),
      on,
      if: filter,
      do: [...steps],
      budget,
      reads: ruleSentences({ on, if: filter, do: steps }, budget),
      missing: [...missing],
    })),
  )
  route(contract.createRule, async ({ caller, origin, input }) =>
    viewOf(caller, await createRule(deps, { caller, origin }, input)),
  )
  route(contract.getRule, async ({ caller, params: { id } }) =>
    viewOf(caller, await requireRule(caller.organization, id)),
  )
  route(contract.updateRule, async ({ caller, origin, params: { id }, input }) =>
    viewOf(caller, await updateRule(deps, { caller, origin }, id, input)),
  )
  route(contract.deleteRule, async ({ caller, origin, params: { id } }) => {
    await deleteRule(deps, { caller, origin }, id)
  })
  route(contract.listRuleVersions, async ({ caller, params: { id } }) => {
    await requireRule(caller.organization, id)
    return versionsOf(db, caller, id)
  })
  route(contract.orderRules, async ({ caller, origin, input }) => {
    await orderRules(deps, { caller, origin }, input.ids)
    return viewsOf(caller)
  })
  route(contract.tryRule, async ({ caller, input }) => {
    const { organization } = caller
    const stored =
      input.id === undefined ? undefined : bodyOf(await requireRule(organization, input.id))
    const read = await checkBody(deps, organization, {
      on: input.on ?? stored?.on,
      if: input.if ?? stored?.if ?? {},
      do: input.do ?? stored?.do,
    })
    if ('problems' in read) throw new AttributeCheckingError('rule', read.problems)
    return tryRule(deps, organization, read.body, input.days ?? 7)
  })
  route(contract.explainRules, ({ caller, input }) =>
    explainRules(deps, caller.organization, input),
  )

  route(contract.getAutomation, ({ caller }) => automationOf(db, caller.organization))
  route(contract.pauseAutomation, async ({ caller, origin }) => {
    await pauseAll(deps, { caller, origin })
    return automationOf(db, caller.organization)
  })
  route(contract.resumeAutomation, async ({ caller, origin }) => {
    await resumeAll(deps, { caller, origin })
    return automationOf(db, caller.organization)
  })
  route(contract.confirmRestoredRules, async ({ caller, origin }) => ({
    resumed: await confirmRestored(deps, { caller, origin }),
  }))

  const requireRun = async (organization: string, id: string) => {
    const row = await findRun(db, organization, id)
    // guard: server/test/automation/rules-tenants.test.ts
    if (!row) throw notFound('rule run', id)
    return row
  }
  const detail = async (organization: string, id: string) =>
    runDetail(
      db,
      organization,
      await requireRun(organization, id),
      await stepsOf(db, organization, id),
    )

  route(contract.listRuleRuns, async ({ caller, input }) => {
    const { organization } = caller
    const page = ownPage(input, 'rule, objectType, objectId, state and mode')
    const { rows, total } = await listRuns(db, organization, input, page)
    return rowsInMemory(await runViews(db, organization, rows), total)
  })
  route(contract.getRuleRun, ({ caller, params: { id } }) => detail(caller.organization, id))
  route(contract.cancelRuleRun, async ({ caller, origin, params: { id } }) => {
    const { organization, login } = caller
    await requireRun(organization, id)
    await db.transaction().execute(async (tx) => {
      const reason = said('reason.canceled', { login })
      await cancelPlanned(tx, { organization, runId: id }, reason, clock.now())
      await auditNamed(clock, 'ruleRun')(tx, { caller, origin }, 'cancel', id)
    })
    return detail(organization, id)
  })
}
