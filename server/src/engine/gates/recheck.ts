import { levelProblem } from '../../domain/configuration.ts'
import { inputTargets } from '../../domain/input-items.ts'
import type { ProtectedEntry } from '../../domain/protection/entries.ts'
import {
  changedMessage,
  dryChangedMessage,
  needsApproval,
  planHash,
} from '../../domain/protection/plan.ts'
import { targetsIn } from '../../domain/protection/targets.ts'
import { isCareful, isDryRun } from '../../domain/responder-policy.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'
import { storedInputsProof } from '../job-rows/secret-inputs.ts'
import type { JobRow } from '../job-rows/store.ts'
import { type PolicyRow, rulesOf } from '../protection/policies.ts'
import type { WorkerRow } from '../workers/store.ts'
import { observablesOf } from './around.ts'
import { planOf } from './plan.ts'
import {
  describeStop,
  fileOfOtherType,
  isFileOfOtherType,
  stoppedTargets,
  tooWide,
} from './protection.ts'
import { type ResponseRow, storedPlan } from './store.ts'

type RecheckDeps = Pick<EngineDeps, 'db' | 'config' | 'clock' | 'secrets'> &
  Partial<Pick<EngineDeps, 'catalogue'>>

type Rechecked = Pick<
  JobRow,
  | 'id'
  | 'organization'
  | 'worker_id'
  | 'data_type'
  | 'data'
  | 'attachment_id'
  | 'parameters'
  | 'tlp'
  | 'pap'
>

export interface Recheck {
  readonly job: Rechecked
  readonly row: ResponseRow | undefined
  readonly worker: WorkerRow | undefined
  readonly policy: PolicyRow | undefined
}

/**
 * Everything that was checked when a run was submitted, as it is by now: what was approved, whether it may run
 * without an approval, how many observables it is run on, and what is protected.
 */
export async function recheck(
  deps: RecheckDeps,
  { job, row, worker, policy: policyRow }: Recheck,
): Promise<string | undefined> {
  const isApproved = row?.needs_approval === 1
  const isDry = row?.dry === 1
  // guard: server/test/engine/guarded-responses.test.ts
  if ((isApproved || isDry) && (!worker || (await hashOf(deps, worker, job)) !== row.plan_hash))
    return changedMessage
  const limits = worker && { maxTlp: worker.max_tlp, maxPap: worker.max_pap }
  const forbidden = limits && levelProblem(limits, job)
  // guard: server/test/engine/guarded-responses.test.ts
  if (forbidden !== undefined) return forbidden
  if (!policyRow) return undefined
  const policy = rulesOf(policyRow)
  // With another dry value by now, this one would be a real run without any of the checks below.
  // guard: server/test/engine/dry-runs.test.ts
  if (isDry && !isDryRun(policy, JSON.parse(job.parameters))) return dryChangedMessage
  if (isDry) return undefined
  const facts = await factsOf(deps.db, job)
  // guard: server/test/engine/guarded-responses.test.ts
  if (!isApproved && needsApproval(policy, row?.via ?? facts.asked_kind ?? 'key', false))
    return 'It needs an approval since its policy was changed. Nothing was started. Request it again'
  const items = worker && deps.catalogue?.find('responder', worker.definition_id)?.inputItems
  const targets = [
    ...targetsIn(job.data_type, job.data ?? undefined, hashesOf(job, facts)),
    ...(row ? storedPlan(row).named : inputTargets(items ?? [], JSON.parse(job.parameters))),
  ]
  // guard: server/test/engine/guarded-responses.test.ts
  if (targets.length > policy.maxTargets)
    return `It may be run on ${policy.maxTargets} observables at once by now, not on ${targets.length.toLocaleString('en')}. Nothing was started`
  if (!isCareful(policy)) return undefined
  if (isFileOfOtherType(job)) return fileOfOtherType
  const wide = tooWide(targets)
  // guard: server/test/engine/guarded-responses.test.ts
  if (wide !== undefined) return `${wide}. Nothing was started.`
  const overridden = new Set(overridesOf(row).map(({ id }) => id))
  const around = await observablesOf(deps.db, job)
  if (around.problem !== undefined) return `${around.problem}. Nothing was started.`
  const stops = await stoppedTargets(deps, job.organization, [...targets, ...around.targets])
  const stop = stops.find(({ entry }) => !overridden.has(entry.id))
  return stop && `${describeStop(stop)}. Nothing was started.`
}

const hashOf = async (deps: RecheckDeps, worker: WorkerRow, job: Rechecked) =>
  planHash(planOf(worker, job, await storedInputsProof(deps, { ...job, job_id: job.id })))

const overridesOf = (row: ResponseRow | undefined): ProtectedEntry[] =>
  row === undefined ? [] : JSON.parse(row.overrides)

type Facts = Pick<JobRow, 'attachment_sha1' | 'attachment_md5' | 'asked_kind'>

const hashesOf = ({ attachment_id }: Rechecked, { attachment_sha1, attachment_md5 }: Facts) =>
  [attachment_id, attachment_sha1, attachment_md5].filter((digest) => digest !== null)

/** What running a job does not need to know of it. */
const factsOf = (db: Db, { organization, id }: Rechecked): Promise<Facts> =>
  db
    .selectFrom('jobs')
    .select(['attachment_sha1', 'attachment_md5', 'asked_kind'])
    .where(ownedRow(organization, id))
    .executeTakeFirstOrThrow()
