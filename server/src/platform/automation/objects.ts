import type { RuleObjectType } from '@assay/contract'
import type { RuleTarget } from '../../domain/automation/plan.ts'
import { harmless } from '../../domain/automation/texts.ts'
import type { Db } from '../../storage/database.ts'
import { ownRows } from './models.ts'

export interface RuleObject extends RuleTarget {
  readonly root: RuleTarget
}

type Row = Record<string, string | number | null>

/** What matched, by its id, with the case or alert around it; of a response, what it was run on. What is gone is left out. */
export async function readObjects(
  db: Db,
  organization: string,
  entity: RuleObjectType,
  ids: readonly string[],
): Promise<Map<string, RuleObject>> {
  const found = new Map<string, RuleObject>()
  for (let from = 0; from < ids.length; from += 500) {
    const some = ids.slice(from, from + 500)
    const objects =
      entity === 'response'
        ? await readResponses(db, organization, some)
        : (await readSome(db, organization, entity, some)).map(
            (object) => [object.objectId, object] as const,
          )
    for (const [id, object] of objects) found.set(id, object)
  }
  return found
}

const targetTypes = {
  Alert: 'alert',
  Case: 'case',
  Observable: 'observable',
  Task: 'task',
  // A log is part of its task.
  Log: 'task',
} as const

async function readResponses(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<(readonly [string, RuleObject])[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('actions')
    .leftJoin('task_logs', (join) =>
      join
        .onRef('task_logs.id', '=', 'actions.object_id')
        .onRef('task_logs.organization', '=', 'actions.organization'),
    )
    .select(['actions.id', 'object_type', 'object_id', 'task_logs.task_id'])
    .where('actions.organization', '=', organization)
    .where('actions.id', 'in', [...ids])
    .execute()
  const found = new Map<string, RuleObject>()
  for (const type of ['alert', 'case', 'observable', 'task'] as const) {
    const wanted = rows
      .filter(({ object_type }) => targetTypes[object_type] === type)
      .map(targetIdOf)
    for (const object of await readSome(db, organization, type, wanted))
      found.set(`${type} ${object.objectId}`, object)
  }
  return rows.flatMap((row) => {
    const object = found.get(`${targetTypes[row.object_type]} ${targetIdOf(row)}`)
    return object ? [[row.id, object] as const] : []
  })
}

const targetIdOf = ({ object_id, task_id }: { object_id: string; task_id: string | null }) =>
  task_id ?? object_id

async function readSome(
  db: Db,
  organization: string,
  entity: Exclude<RuleObjectType, 'response'>,
  ids: readonly string[],
): Promise<RuleObject[]> {
  if (ids.length === 0) return []
  switch (entity) {
    case 'alert': {
      const rows = await db
        .selectFrom('alerts')
        .select(['id', 'title'])
        .where('organization', '=', organization)
        .where('id', 'in', [...ids])
        .execute()
      return rows.map((row) => asRoot(target('alert', row.id, row.title)))
    }
    case 'case': {
      const rows = await db
        .selectFrom('cases')
        .select(['id', 'number', 'title'])
        .where('organization', '=', organization)
        .where('id', 'in', [...ids])
        .execute()
      return rows.map((row) => asRoot(target('case', row.id, caseTitle(row))))
    }
    case 'budget': {
      const rows = await db
        .selectFrom('budgets')
        .select(['id', 'name'])
        .where(ownRows(organization, 'budget'))
        .where('id', 'in', [...ids])
        .execute()
      return rows.map((row) => asRoot(target('budget', row.id, row.name)))
    }
    case 'task': {
      const rows = await db
        .selectFrom('tasks')
        .innerJoin('cases', 'cases.id', 'tasks.case_id')
        .select(['tasks.id', 'tasks.title', 'cases.id as case_id', 'cases.number'])
        .select('cases.title as case_title')
        .where('tasks.organization', '=', organization)
        .where('tasks.id', 'in', [...ids])
        .execute()
      return rows.map((row) => ({
        ...target('task', row.id, row.title),
        root: target('case', row.case_id, caseTitle({ number: row.number, title: row.case_title })),
      }))
    }
    case 'observable': {
      const rows: Row[] = await db
        .selectFrom('observables')
        .leftJoin('cases', 'cases.id', 'observables.case_id')
        .leftJoin('alerts', 'alerts.id', 'observables.alert_id')
        .select(['observables.id', 'observables.data', 'observables.attachment_name'])
        .select(['cases.id as case_id', 'cases.number', 'cases.title as case_title'])
        .select(['alerts.id as alert_id', 'alerts.title as alert_title'])
        .where('observables.organization', '=', organization)
        .where('observables.id', 'in', [...ids])
        .execute()
      return rows.flatMap((row) => {
        const own = target('observable', String(row.id), String(row.data ?? row.attachment_name))
        if (row.case_id !== null)
          return {
            ...own,
            root: target(
              'case',
              String(row.case_id),
              caseTitle({ number: Number(row.number), title: String(row.case_title) }),
            ),
          }
        return row.alert_id === null
          ? []
          : { ...own, root: target('alert', String(row.alert_id), String(row.alert_title)) }
      })
    }
  }
}

const caseTitle = ({ number, title }: { number: number; title: string }) => `#${number} ${title}`

const target = (objectType: RuleObjectType, objectId: string, title: string): RuleTarget => ({
  objectType,
  objectId,
  title: harmless(title),
})

const asRoot = (one: RuleTarget): RuleObject => ({ ...one, root: one })

/** Observables of an alert or a case, for steps that analyze them. */
export async function observablesOf(
  db: Db,
  organization: string,
  root: RuleTarget,
  limit: number,
): Promise<RuleTarget[]> {
  if (root.objectType !== 'alert' && root.objectType !== 'case') return []
  const rows = await db
    .selectFrom('observables')
    .select(['id', 'data', 'attachment_name'])
    .where('organization', '=', organization)
    .where(root.objectType === 'alert' ? 'alert_id' : 'case_id', '=', root.objectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, data, attachment_name }) =>
    target('observable', id, data ?? attachment_name ?? ''),
  )
}
