import { contract, type Retention } from '@assay/contract'
import { homeOrganization } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { dayMs, keptForMs, maxDays, minDays, retentionProblem } from '../../domain/retention.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import { visibleOrganization } from '../../identity/organizations/change.ts'
import type { EngineDeps } from '../deps.ts'
import { chosenDays, retentionLimits } from './retention.ts'
import { previewOf } from './retention-preview.ts'

export function retentionRoutes(route: Route, deps: EngineDeps): void {
  const { db, clock, config } = deps
  const limits = retentionLimits(config)

  const view = (own: number | undefined): Retention => ({
    jobDays: own ?? null,
    keptDays: keptForMs(own, limits) / dayMs,
    limits: {
      defaultDays: keptForMs(undefined, limits) / dayMs,
      minDays: minDays(limits.minMs),
      maxDays: maxDays(limits.maxMs),
    },
  })

  route(contract.getRetention, async ({ caller, params }) => {
    await visibleOrganization(db, caller, params.id)
    return view(await chosenDays(db, params.id))
  })

  route(contract.updateRetention, async ({ caller, origin, params, input: { jobDays } }) => {
    await visibleOrganization(db, caller, params.id)
    if (params.id === homeOrganization) throw badRequest('The superadmin organization has no jobs')
    const problem = jobDays === null ? undefined : retentionProblem(jobDays, limits)
    if (problem !== undefined) throw badRequest(problem)
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      const change = { updated_at: now, updated_by: caller.login }
      if (jobDays === null)
        await tx.deleteFrom('retention').where('organization', '=', params.id).execute()
      else
        await tx
          .insertInto('retention')
          .values({ organization: params.id, job_days: jobDays, ...change })
          .onConflict((conflict) =>
            conflict.column('organization').doUpdateSet({ job_days: jobDays, ...change }),
          )
          .execute()
      await audit(tx, { login: caller.login, ...origin }, now, {
        action: 'retention.update',
        objectType: 'organization',
        objectId: params.id,
        organization: params.id,
        details: { jobDays },
      })
    })
    return view(jobDays ?? undefined)
  })

  route(contract.previewRetention, async ({ caller, params, input: { jobDays } }) => {
    await visibleOrganization(db, caller, params.id)
    const own = jobDays ?? (await chosenDays(db, params.id))
    return previewOf(deps, params.id, keptForMs(own, limits))
  })
}
