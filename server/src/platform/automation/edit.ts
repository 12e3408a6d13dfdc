import { maxRules, type Role } from '@assay/contract'
import type { Updateable } from 'kysely'
import { readExpiry, readRule, wrongRule } from '../../domain/automation/reading.ts'
import { defaultBudget, objectOf, type RuleBody, triggerOf } from '../../domain/automation/rule.ts'
import { said } from '../../domain/automation/sentences.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import {
  AppError,
  AttributeCheckingError,
  type AttributeError,
  badRequest,
  notFound,
} from '../../domain/errors.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import { findLogin } from '../../identity/users/store.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { RuleTable } from '../../storage/tables/rules.ts'
import type { PlatformDeps } from '../deps.ts'
import { conditionProblem, rulesScope } from './matching.ts'
import { pauseOf } from './pause.ts'
import { cancelPlanned } from './stop.ts'
import { bodyOf, findRule, lockRules, newRuleId, type RuleRow } from './store.ts'

interface Call {
  readonly caller: Caller
  readonly origin: Origin
}

/** What callers send of a rule. */
export interface RuleInput {
  readonly name?: string | undefined
  readonly state?: 'off' | 'trial' | 'on' | undefined
  readonly on?: unknown
  readonly if?: unknown
  readonly do?: unknown
  readonly runAs?: string | undefined
  readonly budget?:
    | { runsPerHour?: number | undefined; jobsPerDay?: number | undefined }
    | undefined
  readonly expires?: number | string | null | undefined
  readonly position?: number | undefined
  readonly version?: number | undefined
}

interface Wanted {
  readonly name: string
  readonly body: RuleBody
  readonly runAs: string
  readonly runsPerHour: number
  readonly jobsPerDay: number
  readonly expiresAt: number | null
}

/** Everything that is wrong with it at once. */
export async function checkBody(
  deps: PlatformDeps,
  organization: string,
  given: { on: unknown; if: unknown; do: unknown },
): Promise<{ body: RuleBody } | { problems: AttributeError[] }> {
  const read = readRule(given)
  if ('problems' in read) return read
  const { body } = read
  const scope = await rulesScope(deps, organization)
  const problem = conditionProblem(scope, objectOf(body.on), body.if)
  return problem === undefined ? read : { problems: [wrongRule('if', problem)] }
}

async function check(
  deps: PlatformDeps,
  { caller }: Call,
  input: RuleInput,
  before: RuleRow | undefined,
): Promise<Wanted> {
  const known = before && bodyOf(before)
  const read = await checkBody(deps, caller.organization, {
    on: input.on ?? known?.on,
    if: input.if ?? known?.if ?? {},
    do: input.do ?? known?.do,
  })
  const problems = 'problems' in read ? [...read.problems] : []
  const runAs = (input.runAs ?? before?.run_as ?? '').toLowerCase()
  const refusal = await runAsRefusal(deps.db, caller, runAs)
  if (refusal) problems.push(wrongRule('runAs', refusal))
  const expires = input.expires === undefined ? (before?.expires_at ?? null) : input.expires
  const expiresAt = expires === null ? null : readExpiry(expires)
  if (expiresAt === undefined)
    problems.push(wrongRule('expires', 'must be a date such as 2027-03-31'))
  if (
    input.expires != null &&
    expiresAt !== undefined &&
    expiresAt !== null &&
    expiresAt <= deps.clock.now()
  )
    problems.push(wrongRule('expires', 'must be in the future'))
  const name = (input.name ?? before?.name ?? '').trim()
  if (problems.length > 0 || !('body' in read)) throw new AttributeCheckingError('rule', problems)
  return {
    name,
    body: read.body,
    runAs,
    runsPerHour: input.budget?.runsPerHour ?? before?.runs_per_hour ?? defaultBudget.runsPerHour,
    jobsPerDay: input.budget?.jobsPerDay ?? before?.jobs_per_day ?? defaultBudget.jobsPerDay,
    expiresAt: expiresAt ?? null,
  }
}

/** Of this organization, able to act, and with no more rights than the person who saves the rule. */
// guards: server/test/automation/rules-rights.test.ts
async function runAsRefusal(db: Db, caller: Caller, login: string): Promise<string | undefined> {
  const user = login === '' ? undefined : await findLogin(db, login)
  if (user?.organization !== caller.organization)
    return `there is no user ${login} in your organization`
  const roles = JSON.parse(user.roles) as Role[]
  if (user.status !== 'Active' || !roles.includes('analyze'))
    return `${login} is locked or has read-only access. Choose a user who may run analyzers`
  const more = roles.filter((role) => !caller.roles.includes(role))
  if (more.length > 0) return `${login} has more rights than you: ${more.join(', ')}`
  return undefined
}

const columnsOf = ({ name, body, runAs, runsPerHour, jobsPerDay, expiresAt }: Wanted) => ({
  name,
  trigger: triggerOf(body.on),
  body: JSON.stringify(body),
  run_as: runAs,
  runs_per_hour: runsPerHour,
  jobs_per_day: jobsPerDay,
  expires_at: expiresAt,
})

export async function createRule(
  deps: PlatformDeps,
  call: Call,
  input: RuleInput,
): Promise<RuleRow> {
  const { caller } = call
  const { organization, login } = caller
  const wanted = await check(deps, call, input, undefined)
  return await deps.db.transaction().execute(async (tx) => {
    const rules = await lockRules(deps, tx, organization)
    // guard: server/test/automation/rules.test.ts
    if (rules.length >= maxRules)
      throw badRequest(`An organization can have ${maxRules} rules. Delete one first`)
    refuseName(rules, wanted.name, undefined)
    const now = deps.clock.now()
    const last = Math.max(0, ...rules.map(({ position }) => position))
    const row: RuleRow = {
      id: newRuleId(),
      organization,
      ...columnsOf(wanted),
      position: last + 1,
      state: input.state ?? 'off',
      stopped: null,
      stopped_at: null,
      missed: 0,
      version: 1,
      saver_roles: JSON.stringify(caller.roles),
      paused: (await pauseOf(tx, organization)) ? 1 : 0,
      created_at: now,
      created_by: login,
      updated_at: null,
      updated_by: null,
    }
    await tx.insertInto('rules').values(row).execute()
    if (input.position !== undefined && input.position <= last)
      await reorder(tx, organization, [
        ...rules.slice(0, input.position - 1).map(({ id }) => id),
        row.id,
        ...rules.slice(input.position - 1).map(({ id }) => id),
      ])
    await insertVersion(tx, row, login, now)
    await audited(deps)(tx, call, 'create', row.id, shown(row))
    return (await findRule(tx, organization, row.id)) ?? row
  })
}

export async function updateRule(
  deps: PlatformDeps,
  call: Call,
  id: string,
  input: RuleInput,
): Promise<RuleRow> {
  const { caller } = call
  const { organization, login } = caller
  const known = await findRule(deps.db, organization, id)
  if (!known) throw notFound('rule', id)
  const isState = Object.entries(input).every(
    ([key, value]) => key === 'state' || key === 'version' || value === undefined,
  )
  // To turn a rule off must work, whatever is wrong with it.
  const wanted =
    isState && input.state === 'off' ? undefined : await check(deps, call, input, known)
  return await deps.db.transaction().execute(async (tx) => {
    const rules = await lockRules(deps, tx, organization)
    const before = rules.find((rule) => rule.id === id)
    if (!before) throw notFound('rule', id)
    // guard: server/test/automation/rules.test.ts
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError(
        'OverlapError',
        `${before.updated_by ?? before.created_by} saved version ${before.version} of this rule after you opened version ${input.version}. Open it again, or save without a version`,
      )
    if (wanted) refuseName(rules, wanted.name, id)
    const now = deps.clock.now()
    const columns = wanted && !isState ? columnsOf(wanted) : {}
    const isChanged = Object.entries(columns).some(
      ([key, value]) => before[key as keyof RuleRow] !== value,
    )
    const change: Updateable<RuleTable> = {
      ...columns,
      ...(isChanged && { version: before.version + 1 }),
      ...(input.state !== undefined && {
        state: input.state,
        stopped: null,
        stopped_at: null,
        missed: 0,
      }),
      saver_roles: JSON.stringify(caller.roles),
      updated_at: now,
      updated_by: login,
    }
    await tx.updateTable('rules').set(change).where(ownedRow(organization, id)).execute()
    const after = { ...before, ...change } as RuleRow
    if (isChanged) await insertVersion(tx, after, login, now)
    // What an old version planned is not done.
    if (isChanged || (input.state !== undefined && input.state !== before.state))
      await cancelPlanned(
        tx,
        { organization, ruleId: id },
        said('reason.off', { rule: before.name }),
        now,
      )
    await audited(deps)(tx, call, 'update', id, shown(after))
    return after
  })
}

export async function deleteRule(deps: PlatformDeps, call: Call, id: string): Promise<void> {
  const { organization } = call.caller
  await deps.db.transaction().execute(async (tx) => {
    const rules = await lockRules(deps, tx, organization)
    const before = rules.find((rule) => rule.id === id)
    if (!before) throw notFound('rule', id)
    await cancelPlanned(tx, { organization, ruleId: id }, said('reason.deleted'), deps.clock.now())
    await tx.deleteFrom('rules').where(ownedRow(organization, id)).execute()
    await audited(deps)(tx, call, 'delete', id, { name: before.name })
  })
}

export async function orderRules(
  deps: PlatformDeps,
  call: Call,
  ids: readonly string[],
): Promise<void> {
  const { organization } = call.caller
  await deps.db.transaction().execute(async (tx) => {
    const rules = await lockRules(deps, tx, organization)
    const known = new Set(rules.map(({ id }) => id))
    // guard: server/test/automation/rules.test.ts
    if (
      ids.length !== known.size ||
      new Set(ids).size !== ids.length ||
      ids.some((id) => !known.has(id))
    )
      throw badRequest(`ids must name each of the ${known.size} rules of your organization once`)
    await reorder(tx, organization, ids)
    await audited(deps)(tx, call, 'order', organization, { rules: ids.length })
  })
}

async function reorder(tx: Db, organization: string, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .updateTable('rules')
      .set({ position: index + 1 })
      .where(ownedRow(organization, id))
      .execute()
}

function refuseName(rules: readonly RuleRow[], name: string, own: string | undefined): void {
  // guard: server/test/automation/rules.test.ts
  if (rules.some((rule) => rule.name === name && rule.id !== own))
    throw new AttributeCheckingError('rule', [
      wrongRule('name', `there is a rule ${name} already. Choose another name`),
    ])
}

const insertVersion = (tx: Db, row: RuleRow, login: string, now: number) =>
  tx
    .insertInto('rule_versions')
    .values({
      rule_id: row.id,
      version: row.version,
      organization: row.organization,
      name: row.name,
      changed_by: login,
      changed_at: now,
      body: JSON.stringify({
        ...bodyOf(row),
        runAs: row.run_as,
        budget: { runsPerHour: row.runs_per_hour, jobsPerDay: row.jobs_per_day },
        expires: row.expires_at,
      }),
    })
    .execute()

const audited = ({ clock }: PlatformDeps) => auditNamed(clock, 'rule')

/** Parameters of steps may hold what is not for the audit trail; versions keep them. */
const shown = (row: RuleRow) => ({
  name: row.name,
  state: row.state,
  version: row.version,
  trigger: row.trigger,
  runAs: row.run_as,
  steps: bodyOf(row).do.map((step) => Object.keys(step)[0]),
})
