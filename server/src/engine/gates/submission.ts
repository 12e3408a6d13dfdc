import { hash } from 'node:crypto'
import { maxResponseReason, maxShownTargets, minResponseReason } from '@assay/contract'
import { heldNeeds, heldPriority } from '../../domain/budgets/fairness.ts'
import { askerOf, type Caller } from '../../domain/caller.ts'
import { AppError, badRequest } from '../../domain/errors.ts'
import { inputTargets, secretNamesIn } from '../../domain/input-items.ts'
import { needsApproval, planHash } from '../../domain/protection/plan.ts'
import { type Target, targetsIn } from '../../domain/protection/targets.ts'
import {
  initialPolicy,
  isCareful,
  isDryRun,
  type PolicyRules,
} from '../../domain/responder-policy.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { inputsProof } from '../job-rows/secret-inputs.ts'
import { findPolicy, rulesOf } from '../protection/policies.ts'
import type { Submission } from '../queue/queue.ts'
import { findWorker, type WorkerRow } from '../workers/store.ts'
import { observablesOf } from './around.ts'
import { type OverLimit, overLimit } from './hourly.ts'
import { planOf } from './plan.ts'
import {
  describeStop,
  fileOfOtherType,
  isFileOfOtherType,
  type Stopped,
  stoppedTargets,
  tooWide,
} from './protection.ts'
import {
  gateActor,
  newResponseId,
  type ResponseRow,
  recordResponse,
  type StoredPlan,
  untouched,
} from './store.ts'
import { askApprovers, publishNotices, withdrawQuestion } from './tell.ts'

const hour = 3_600_000

/** What a gate makes of a submission, and its row. */
export interface Gated {
  readonly submission: Submission
  /** The responder that undoes it takes some of its secret inputs. */
  readonly undoNeedsSecrets: boolean
  /** Stores the row before the job: a job without its row would start unapproved. */
  begin(): Promise<void>
  /** The job was not stored. */
  drop(): Promise<void>
}

export interface Asked {
  readonly overrideReason: unknown
  /** Its parameters hold only that these were given. */
  readonly secretInputs: Readonly<Record<string, unknown>> | undefined
}

/**
 * The one gate before a responder, for the API, the connector and the page: protected observables, TLP and PAP,
 * targets, hourly limit, approval. Without a policy there is none, except for agents: theirs are always proposals.
 */
export async function gateSubmission(
  deps: EngineDeps,
  caller: Caller,
  worker: WorkerRow,
  submission: Submission,
  { overrideReason: given, secretInputs }: Asked,
): Promise<Gated | undefined> {
  const { job } = submission
  const row = await findPolicy(deps.db, job.organization, worker.id)
  // guard (open = true): server/test/agents/proposals.test.ts
  if (!row && askerOf(caller).kind !== 'agent') return undefined
  const policy = row ? rulesOf(row) : initialPolicy
  const items = deps.catalogue.find('responder', worker.definition_id)?.inputItems ?? []
  const named = inputTargets(items, JSON.parse(job.parameters))
  const targets = [...targetsIn(job.data_type, job.data ?? undefined, fileHashes(job)), ...named]
  const reason = overrideReason(given)
  const isDry = isDryRun(policy, JSON.parse(job.parameters))
  // Of a dry run these are said, not refused: it changes nothing, and shows what a real run would do.
  const said: string[] = []
  const refuse = (message: string) => {
    // guard: server/test/engine/dry-runs.test.ts
    if (!isDry) throw badRequest(message)
    said.push(message.split('. Nothing was started')[0] ?? message)
  }
  // guard: server/test/engine/guarded-responses.test.ts
  if (isCareful(policy) && isFileOfOtherType(job)) refuse(fileOfOtherType)
  // More than may be are refused below, and not compared with a thousand entries each.
  const looked = targets.slice(0, policy.maxTargets)
  const around = isCareful(policy) ? await observablesOf(deps.db, job) : undefined
  // guard: server/test/platform/guarded-actions.test.ts
  if (around?.problem !== undefined) refuse(`${around.problem}. Nothing was started`)
  const stops = around
    ? await stoppedTargets(deps, job.organization, [...looked, ...around.targets])
    : []
  const stop = isCareful(policy) ? protectedProblem(caller, looked, stops, reason) : undefined
  // guard: server/test/engine/guarded-responses.test.ts
  if (stop !== undefined) refuse(stop)
  // Stored as a Failure at once, and nothing is ever started.
  if (job.status === 'Failure') return undefined
  const count = targets.length + (around?.of === 'alert' ? around.targets.length : 0)
  // guard: server/test/engine/guarded-responses.test.ts
  if (count > policy.maxTargets)
    refuse(
      `${worker.name} may be run on ${policy.maxTargets} observables at once, not on ${count.toLocaleString('en')}. Run it on fewer`,
    )
  const isOverriding = stops.length > 0 && !isDry
  const isAsked = needsApproval(policy, askerOf(caller).kind, isOverriding, isDry)
  const response = rowOf(deps, caller, worker, submission, {
    policy,
    targets,
    named,
    stops: isDry ? [] : stops,
    isAsked,
    isDry,
    said,
    reason: isOverriding ? reason : undefined,
    secretInputs,
  })
  return {
    undoNeedsSecrets:
      !isDry && (await takesAny(deps, job.organization, policy.inverse, secretInputs)),
    submission: isAsked
      ? { ...submission, job: { ...job, needs: heldNeeds, priority: heldPriority } }
      : submission,
    begin: () => beginResponse(deps, policy, response),
    drop: () => dropResponse(deps.db, response),
  }
}

async function takesAny(
  { db, catalogue }: EngineDeps,
  organization: string,
  inverse: PolicyRules['inverse'],
  secretInputs: Asked['secretInputs'],
): Promise<boolean> {
  if (inverse === null || secretInputs === undefined) return false
  const worker = await findWorker(db, organization, 'responder', inverse.responder)
  const items = worker && catalogue.find('responder', worker.definition_id)?.inputItems
  return secretNamesIn(items ?? [], secretInputs).length > 0
}

const fileHashes = ({ attachment_id, attachment_sha1, attachment_md5 }: Submission['job']) =>
  [attachment_id, attachment_sha1, attachment_md5].filter((digest) => digest !== null)

function overrideReason(given: unknown): string | undefined {
  if (given === undefined || given === null || given === '') return undefined
  const text = typeof given === 'string' ? given.trim() : ''
  if (text.length < minResponseReason || text.length > maxResponseReason)
    throw badRequest(
      `overrideReason must have ${minResponseReason} to ${maxResponseReason} characters`,
    )
  return text
}

// guards: server/test/engine/guarded-responses.test.ts
function protectedProblem(
  caller: Caller,
  targets: readonly Target[],
  stops: readonly Stopped[],
  reason: string | undefined,
): string | undefined {
  const wide = tooWide(targets)
  if (wide !== undefined) return `${wide}. Nothing was started`
  const [first] = stops
  if (!first) return undefined
  const others = stops.length > 1 ? ` (and ${stops.length - 1} more)` : ''
  const fact = `${describeStop(first)}${others}. Nothing was started.`
  if (reason === undefined)
    return `${fact} To run it all the same, send overrideReason; another user must then approve it`
  if (askerOf(caller).kind !== 'person')
    return `${fact} Only a signed-in user can override this, not an API key or a rule`
  return undefined
}

interface Judged {
  readonly policy: PolicyRules
  readonly targets: readonly Target[]
  /** By its parameters. */
  readonly named: readonly Target[]
  readonly stops: readonly Stopped[]
  readonly isAsked: boolean
  readonly isDry: boolean
  /** Why a real run would have been refused. */
  readonly said: readonly string[]
  readonly reason: string | undefined
  readonly secretInputs: Asked['secretInputs']
}

function rowOf(
  { clock, secrets }: EngineDeps,
  caller: Caller,
  worker: WorkerRow,
  { job }: Submission,
  { policy, targets, named, stops, isAsked, isDry, said, reason, secretInputs }: Judged,
): ResponseRow {
  const now = clock.now()
  const asker = askerOf(caller)
  const key = { organization: job.organization, job_id: job.id }
  const proof = secretInputs && inputsProof(secrets, key, secretInputs)
  const overrides = new Map(
    stops.map(({ entry: { id, kind, value, note } }) => [id, { id, kind, value, note }]),
  )
  return {
    id: newResponseId(),
    organization: job.organization,
    worker_id: worker.id,
    worker_name: worker.name,
    job_id: job.id,
    data_type: job.data_type,
    label: job.label,
    object_id: objectIdOf(job.data),
    value_hash: hash('sha256', JSON.stringify(targets)),
    target_count: targets.length,
    requested_by: asker.login,
    rule_author: asker.author ?? null,
    via: asker.kind,
    state: isAsked ? 'asked' : 'approved',
    needs_approval: isAsked ? 1 : 0,
    dry: isDry ? 1 : 0,
    approvers: JSON.stringify(policy.approvers),
    plan_hash: planHash(planOf(worker, job, proof)),
    override_reason: reason ?? null,
    created_at: now,
    expires_at: isAsked ? now + policy.approvalHours * hour : null,
    ...untouched,
    message: said.length > 0 ? `A real run would be refused: ${said.join('. ')}` : null,
    targets: JSON.stringify(targets.slice(0, maxShownTargets).map(shortTarget)),
    overrides: JSON.stringify([...overrides.values()]),
    plan: JSON.stringify({
      data: job.data,
      dataType: job.data_type,
      file: job.attachment_id,
      fileName: job.attachment_name,
      tlp: job.tlp,
      pap: job.pap,
      message: job.message,
      label: job.label,
      parameters: JSON.parse(job.parameters),
      named,
      inverse: isDry ? null : policy.inverse,
      undoAfterMinutes: isDry ? null : policy.undoAfterMinutes,
    } satisfies StoredPlan),
  }
}

const shortTarget = ({ dataType, data }: Target): Target => ({
  dataType: dataType.slice(0, 128),
  data: data.slice(0, 1_000).toWellFormed(),
})

/** Of the case, alert, task or observable that the platform sends. */
function objectIdOf(data: string | null): string | null {
  if (data === null) return null
  const { _id, id } = Object(JSON.parse(data)) as { _id?: unknown; id?: unknown }
  const found = _id ?? id
  return typeof found === 'string' ? found.slice(0, 256) : null
}

export const tooMany = ({ message, retryAfterSeconds }: OverLimit) =>
  new AppError('RateLimitExceeded', message, { retryAfterSeconds })

async function beginResponse(
  deps: EngineDeps,
  { perHour }: PolicyRules,
  row: ResponseRow,
): Promise<void> {
  const { db, dialect, clock } = deps
  const told = await db.transaction().execute(async (tx) => {
    const over = await overLimit(tx, { dialect, now: clock.now(), perHour, row }, 'submitted')
    // guard: server/test/engine/guarded-responses.test.ts
    if (over) throw tooMany(over)
    await tx.insertInto('guarded_responses').values(row).execute()
    if (row.state !== 'asked') return []
    await recordResponse(
      tx,
      { ...gateActor, login: row.requested_by },
      row.created_at,
      row,
      'ask',
      row.override_reason === null ? {} : { overrideReason: row.override_reason },
    )
    return askApprovers(tx, row)
  })
  publishNotices(deps, told)
}

const dropResponse = async (db: Db, row: ResponseRow): Promise<void> => {
  const { organization, id } = row
  await withdrawQuestion(db, row)
  await db
    .deleteFrom('guarded_responses')
    .where('organization', '=', organization)
    .where('id', '=', id)
    .execute()
}
