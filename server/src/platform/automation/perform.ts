import { hash } from 'node:crypto'
import { durationMs } from '../../domain/automation/rule.ts'
import { type Said, said, say } from '../../domain/automation/sentences.ts'
import { fillText, harmless } from '../../domain/automation/texts.ts'
import { type NoticedPerson, noticeEvent, notify } from '../../storage/rows/notices.ts'
import { mergeAlerts, promoteAlert } from '../alerts/promote.ts'
import { updateAlert } from '../alerts/update.ts'
import { updateCase } from '../cases/update.ts'
import { type Writing, write } from '../changes/write.ts'
import { createComment } from '../comments/change.ts'
import type { PlatformDeps } from '../deps.ts'
import { findObservable } from '../observables/store.ts'
import { updateObservable } from '../observables/update.ts'
import { findAlert } from '../parents/alert.ts'
import { findCase } from '../parents/case.ts'
import type { AlertRow, CaseRow } from '../rows.ts'
import { createTask } from '../tasks/create.ts'
import { type Acting, type Performing, type StepEnd, settle } from './acting.ts'
import type { StepRow } from './store.ts'
import { catchUp, watch } from './watch.ts'

type Root = { readonly case: CaseRow } | { readonly alert: AlertRow }

/**
 * A step on the platform commits together with its state: it happens once, whatever is killed. Its row comes first, so
 * who turns the rule off at this moment waits, or this finds nothing to do.
 */
export async function performStep(
  deps: PlatformDeps,
  acting: Acting,
  step: StepRow,
): Promise<void> {
  const { run, rule, caller } = acting
  const actor = {
    login: caller.login,
    organization: run.organization,
    address: 'server',
    requestId: run.id,
    causeRun: run.id,
    causeRule: rule.name,
  }
  const told: NoticedPerson[] = []
  await write(deps, actor, async (w) => {
    told.length = 0
    if (!(await settle(w.tx, step, { state: 'done' }, w.now))) return
    const given = JSON.parse(step.arguments)
    const end = await perform({ ...acting, w, step, given, told })
    await w.tx
      .updateTable('rule_steps')
      .set({
        state: end.state,
        reason: end.reason ? JSON.stringify(end.reason) : null,
        result_type: end.resultType ?? null,
        result_id: end.resultId ?? null,
      })
      .where('organization', '=', step.organization)
      .where('run_id', '=', step.run_id)
      .where('seq', '=', step.seq)
      .execute()
  })
  for (const person of told) deps.bus.publish(noticeEvent(person, deps.clock.now()))
  if (step.kind === 'watch') await catchUp(deps, step.organization, step.target_id)
}

async function perform(doing: Performing): Promise<StepEnd> {
  const { step, w, run } = doing
  switch (step.kind) {
    case 'tag':
      return tag(doing)
    case 'stop':
      return done
    case 'dismiss':
      return dismiss(doing)
    case 'watch':
      return watch(doing)
    case 'notify':
      if (step.target_type === 'budget') return tellOfBudget(doing)
      break
    default:
      break
  }
  const root = await rootOf(w, step)
  if (!root) return skipped(said('reason.gone'))
  switch (step.kind) {
    case 'set':
      return set(doing, root)
    case 'comment': {
      const owner =
        'case' in root
          ? { kind: 'case' as const, id: root.case.id }
          : { kind: 'alert' as const, id: root.alert.id }
      const row = await createComment(w, owner, textOf(doing, root, 'text'))
      return { state: 'done', resultType: 'comment', resultId: row.id }
    }
    case 'task': {
      if (!('case' in root)) return skipped(said('reason.noRoot'))
      const description =
        doing.given.description === undefined ? undefined : textOf(doing, root, 'description')
      const title = textOf(doing, root, 'title').slice(0, 256)
      const row = await createTask(w, root.case, {
        title,
        ...(description !== undefined && { description }),
      })
      return { state: 'done', resultType: 'task', resultId: row.id }
    }
    case 'openCase':
      return openCase(doing, root)
    case 'notify':
      return tell(doing, root)
    default:
      throw new Error(`no platform step ${step.kind} of run ${run.id}`)
  }
}

const done: StepEnd = { state: 'done' }
const skipped = (reason: Said): StepEnd => ({ state: 'skipped', reason })

async function rootOf(w: Writing, { target_type, target_id }: StepRow): Promise<Root | undefined> {
  if (target_type === 'case') {
    const row = await findCase(w.tx, w.organization, target_id)
    return row && { case: row }
  }
  const row = target_type === 'alert' ? await findAlert(w.tx, w.organization, target_id) : undefined
  return row && { alert: row }
}

function textOf({ given, run }: Performing, root: Root, key: string): string {
  const objects = JSON.parse(run.objects) as { title: string; objectType: string }[]
  const values = objects.filter(({ objectType }) => objectType === 'observable')
  const more = run.object_count - Math.min(values.length, 3)
  const shown = values.slice(0, 3).map(({ title }) => title)
  const value = `${shown.join(', ')}${values.length > 0 && more > 0 ? ` and ${more} more` : ''}`
  return fillText(String(given[key]), {
    title: 'case' in root ? root.case.title : root.alert.title,
    value,
    case: 'case' in root ? `#${root.case.number}` : '',
  })
}

async function tag({ w, step, given }: Performing): Promise<StepEnd> {
  const addTags = (given.tags as string[]) ?? []
  const lacks = ({ tags }: { readonly tags: string }) => {
    const present = JSON.parse(tags) as string[]
    return addTags.some((one) => !present.includes(one))
  }
  if (step.target_type === 'observable') {
    const row = await findObservable(w.tx, w.organization, step.target_id)
    if (!row) return skipped(said('reason.gone'))
    // Without a change nothing is recorded, and no rule follows.
    if (!lacks(row)) return skipped(said('reason.nothing'))
    await updateObservable(w, row, { addTags })
    return done
  }
  const root = await rootOf(w, step)
  if (!root) return skipped(said('reason.gone'))
  if (!lacks('case' in root ? root.case : root.alert)) return skipped(said('reason.nothing'))
  if ('case' in root) await updateCase(w, root.case, { addTags })
  else await updateAlert(w, root.alert, { addTags })
  return done
}

/** TLP and PAP only upwards: a rule must not make public what a person protects. */
// guards: server/test/automation/rules-steps.test.ts
async function set({ w, given }: Performing, root: Root): Promise<StepEnd> {
  const row = 'case' in root ? root.case : root.alert
  const change: Record<string, unknown> = {}
  if (given.severity !== undefined && given.severity !== row.severity)
    change.severity = given.severity
  for (const key of ['tlp', 'pap'] as const)
    if (typeof given[key] === 'number' && given[key] > row[key]) change[key] = given[key]
  if (typeof given.assignee === 'string' && given.assignee !== row.assignee)
    change.assignee = given.assignee
  if (Object.keys(change).length === 0) return skipped(said('reason.nothing'))
  if ('case' in root) await updateCase(w, root.case, change)
  else await updateAlert(w, root.alert, change)
  return done
}

async function openCase(doing: Performing, root: Root): Promise<StepEnd> {
  const { w, given, rule } = doing
  if ('case' in root) return skipped(said('reason.hasCase'))
  const { alert } = root
  if (alert.case_id !== null) return skipped(said('reason.hasCase'))
  const template = typeof given.template === 'string' ? given.template : undefined
  const fields = given.groupBy as string[] | undefined
  if (!fields) {
    const row = await promoteAlert(w, alert, template)
    return { state: 'done', resultType: 'case', resultId: row.id }
  }
  const group_hash = hash('sha256', JSON.stringify(await groupOf(doing, alert, fields)))
  const key = { rule_id: rule.id, group_hash, organization: w.organization }
  // The row is locked from here on: two alerts of one group at one moment are one case.
  const group = await w.tx
    .insertInto('rule_groups')
    .values({ ...key, case_id: '', at: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['rule_id', 'group_hash'])
        .doUpdateSet((eb) => ({ at: eb.ref('rule_groups.at') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const within = durationMs(given.within) ?? 0
  const known =
    group.case_id !== '' && group.at >= w.now - within
      ? await findCase(w.tx, w.organization, group.case_id)
      : undefined
  const row =
    known?.status === 'Open'
      ? await mergeAlerts(w, [alert.id], known)
      : await promoteAlert(w, alert, template)
  await w.tx
    .updateTable('rule_groups')
    .set({ case_id: row.id, at: w.now })
    .where('rule_id', '=', rule.id)
    .where('group_hash', '=', group_hash)
    .where('organization', '=', w.organization)
    .execute()
  return { state: 'done', resultType: 'case', resultId: row.id }
}

async function groupOf(
  { w }: Performing,
  alert: AlertRow,
  fields: readonly string[],
): Promise<unknown[]> {
  const values: unknown[] = []
  for (const field of fields) {
    if (field.startsWith('observable:')) {
      const found = await w.tx
        .selectFrom('observables')
        .select('value_hash')
        .where('organization', '=', w.organization)
        .where('alert_id', '=', alert.id)
        .where('data_type', '=', field.slice('observable:'.length))
        .orderBy('value_hash')
        .limit(1)
        .executeTakeFirst()
      // An alert without one is a group of its own.
      values.push(found?.value_hash ?? alert.id)
    } else
      values.push(
        { type: alert.type, source: alert.source, title: alert.title, createdBy: alert.created_by }[
          field
        ],
      )
  }
  return values
}

/** The alert itself; of a case, open alerts that are the same as one of its own. */
async function dismiss({ w, step, given }: Performing): Promise<StepEnd> {
  const dismissal = given.reason as 'duplicate'
  const month = 30 * 86_400_000
  const ids =
    step.target_type === 'alert'
      ? [step.target_id]
      : (
          await w.tx
            .selectFrom('alerts as own')
            .innerJoin('alerts as same', (join) =>
              join
                .onRef('same.organization', '=', 'own.organization')
                .onRef('same.type', '=', 'own.type')
                .onRef('same.source', '=', 'own.source')
                .onRef('same.title', '=', 'own.title'),
            )
            .select('same.id')
            .distinct()
            .where('own.organization', '=', w.organization)
            .where('own.case_id', '=', step.target_id)
            .where('same.case_id', 'is', null)
            .where('same.read', '=', 0)
            .where('same.created_at', '>', w.now - month)
            .orderBy('same.id')
            .limit(100)
            .execute()
        ).map(({ id }) => id)
  let count = 0
  for (const id of ids) {
    const row = await findAlert(w.tx, w.organization, id)
    if (!row || row.case_id !== null || row.dismissal === dismissal) continue
    await updateAlert(w, row, { dismissal })
    count += 1
  }
  return count === 0 ? skipped(said('reason.nothing')) : done
}

async function tellOfBudget({ w, run, rule, step, given, told }: Performing): Promise<StepEnd> {
  const people = (given.people as string[]) ?? []
  const notice = {
    kind: 'rule' as const,
    objectType: 'budget' as const,
    objectId: step.target_id,
    parameters: {
      name: rule.name,
      title: step.target_title,
      reason: say(JSON.parse(run.because)).text,
    },
  }
  told.push(...(await notify(w.tx, w.organization, people, notice, w.now)))
  return told.length === 0 ? skipped(said('reason.nobody')) : done
}

async function tell({ w, run, rule, given, told }: Performing, root: Root): Promise<StepEnd> {
  const people = (given.people as string[]) ?? []
  const row = 'case' in root ? root.case : root.alert
  const logins = people.flatMap((one) => (one === 'assignee' ? (row.assignee ?? []) : one))
  if (logins.length === 0) return skipped(said('reason.noAssignee'))
  const parameters = {
    name: rule.name,
    title: harmless(row.title),
    reason: say(JSON.parse(run.because)).text,
    ...('case' in root && { caseId: root.case.id, number: root.case.number }),
  }
  const objectType = 'case' in root ? ('case' as const) : ('alert' as const)
  const notice = { kind: 'rule' as const, objectType, objectId: row.id, parameters }
  told.push(...(await notify(w.tx, w.organization, logins, notice, w.now)))
  return told.length === 0 ? skipped(said('reason.noAssignee')) : done
}
