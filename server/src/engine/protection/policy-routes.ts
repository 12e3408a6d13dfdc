import { contract } from '@assay/contract'
import { badRequest, notFound } from '../../domain/errors.ts'
import { secretNamesIn } from '../../domain/input-items.ts'
import { ownPage } from '../../domain/page.ts'
import { initialPolicy, type PolicyRules, policyProblem } from '../../domain/responder-policy.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import { refuseOlderVersions } from '../../storage/rows/older-versions.ts'
import type { EngineDeps } from '../deps.ts'
import { findWorker, type WorkerRow } from '../workers/store.ts'
import { findPolicy, listPolicies, policyView, removePolicy, savePolicy } from './policies.ts'

export function policyRoutes(route: Route, deps: EngineDeps): void {
  const { db, clock, dialect } = deps
  const audited = auditNamed(clock, 'responderPolicy')

  const requireResponder = async (organization: string, id: string) => {
    const worker = await findWorker(db, organization, 'responder', id)
    if (!worker) throw notFound('worker', id)
    return worker
  }

  route(contract.listResponderPolicies, async ({ caller, input }) => {
    const { rows, total } = await listPolicies(db, caller.organization, ownPage(input, 'range'))
    const views = rows.map(({ name, ...row }) => ({
      ...policyView(row.worker_id, row),
      ...(name === null ? {} : { responderName: name }),
    }))
    return rowsInMemory(views, total)
  })

  route(contract.getResponderPolicy, async ({ caller, params: { id } }) => {
    await requireResponder(caller.organization, id)
    return policyView(id, await findPolicy(db, caller.organization, id))
  })

  route(contract.setResponderPolicy, async ({ caller, origin, params: { id }, input }) => {
    const { organization, login } = caller
    const worker = await requireResponder(organization, id)
    const rules = { ...initialPolicy, ...input } as PolicyRules
    // Such a process would run what waits for an approval here, and what is protected.
    const unguarded = { knownFrom: 81, cannot: 'hold responders to a policy' }
    await refuseOlderVersions(db, { dialect, clock }, unguarded)
    const problem = policyProblem(rules)
    // guard: server/test/engine/responder-policies.test.ts
    if (problem !== undefined) throw badRequest(problem)
    const { inverse, approvers } = rules
    // guard: server/test/engine/responder-policies.test.ts
    if (inverse?.responder === id)
      throw badRequest('inverse.responder: a responder cannot undo itself. Choose another one')
    const undoer = inverse && (await findWorker(db, organization, 'responder', inverse.responder))
    // guard: server/test/engine/responder-policies.test.ts
    if (inverse && !undoer)
      throw badRequest(`inverse.responder: no responder ${inverse.responder} in your organization`)
    refuseSecrets('inverse.parameters', undoer, inverse?.parameters ?? {})
    refuseSecrets('dryRun.parameter', worker, rules.dryRun ? { [rules.dryRun.parameter]: 1 } : {})
    const missing = await unknownLogins(organization, approvers)
    // guard: server/test/engine/responder-policies.test.ts
    if (missing.length > 0)
      throw badRequest(
        `approvers: no user ${missing.join(', ')} in your organization who may run responders`,
      )
    const row = await db.transaction().execute(async (tx) => {
      const key = { organization, worker_id: id }
      const saved = await savePolicy(tx, key, rules, login, clock.now())
      // Parameters may hold what is not for the audit trail.
      const { inverse: undoneBy, dryRun, ...shown } = rules
      await audited(tx, { caller, origin }, 'set', id, {
        name: worker.name,
        ...shown,
        inverse: undoneBy?.responder ?? null,
        dryRun: dryRun?.parameter ?? null,
      })
      return saved
    })
    return policyView(id, row)
  })

  route(contract.removeResponderPolicy, async ({ caller, origin, params: { id } }) => {
    const worker = await requireResponder(caller.organization, id)
    await db.transaction().execute(async (tx) => {
      if (!(await removePolicy(tx, caller.organization, id)))
        throw notFound('policy of the responder', id)
      await audited(tx, { caller, origin }, 'remove', id, { name: worker.name })
    })
  })

  /** A policy is shown to everyone who may run the responder. */
  function refuseSecrets(
    where: string,
    worker: WorkerRow | null | undefined,
    given: Readonly<Record<string, unknown>>,
  ): void {
    const items = worker && deps.catalogue.find('responder', worker.definition_id)?.inputItems
    const [name] = secretNamesIn(items ?? [], given)
    // guard: server/test/engine/secret-inputs.test.ts
    if (name !== undefined)
      throw badRequest(
        `${where}: ${name} is a secret input, and policies are not secret. It is taken from the run`,
      )
  }

  async function unknownLogins(organization: string, logins: readonly string[]) {
    if (logins.length === 0) return []
    const rows = await db
      .selectFrom('users')
      .select(['login', 'roles'])
      .where('organization', '=', organization)
      .where('login', 'in', [...logins])
      .execute()
    const known = new Set(
      rows.flatMap(({ login, roles }) =>
        (JSON.parse(roles) as string[]).includes('analyze') ? [login] : [],
      ),
    )
    return logins.filter((login) => !known.has(login))
  }
}
