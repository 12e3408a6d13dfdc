import type { Entity } from '../../domain/response/query-entities.ts'
import type { Batches } from '../../domain/rows.ts'
import type { Db } from '../../storage/database.ts'
import { actionView } from '../actions/views.ts'
import { alertsV0 } from '../alerts/views.ts'
import { analysisView } from '../analyses/views.ts'
import { caseTemplateV0, caseTemplateV1 } from '../case-templates/views.ts'
import { addCaseStats } from '../cases/stats.ts'
import { customFieldV0, customFieldV1 } from '../custom-fields/views.ts'
import { observableTypeV0, observableTypeV1 } from '../observable-types/views.ts'
import { addSeen } from '../observables/seen.ts'
import { countOfAlerts } from '../observables/store.ts'
import { alertV0, caseV0, logV0, observableV0, taskV0 } from '../render/v0.ts'
import { alertV1, caseV1, logV1, observableV1, taskV1 } from '../render/v1.ts'
import type {
  ActionRow,
  AlertRow,
  CaseRow,
  CaseTemplateRow,
  CustomFieldRow,
  ObservableJobRow,
  ObservableRow,
  ObservableTypeRow,
  TagRow,
  TaskLogRow,
  TaskRow,
} from '../rows.ts'
import { tagV0, tagV1 } from '../tags/views.ts'
import type { QueryScope } from './conditions.ts'
import { addExtraData } from './extra-data.ts'
import { addParents } from './parents.ts'
import { TooMuchBeside } from './rows-by-id.ts'

/** What is shown beside the rows themselves. */
export interface Shown {
  /** Version 0. */
  readonly stats: boolean
  readonly parents: number
  /** Version 1. */
  readonly extraData: readonly string[]
  /** In pages and searches alerts of version 0 show their observables. */
  readonly inPage: boolean
}

export const shownBare: Shown = { stats: false, parents: 0, extraData: [], inPage: false }

type Row = Record<string, unknown>

/**
 * Rows as the version of the query spells them, a batch at a time; a batch beside which too long texts
 * would be shown is halved until it is short enough.
 */
export async function* renderBatches(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  batches: Batches<Row>,
  shown: Shown,
): AsyncGenerator<readonly Row[]> {
  let place = 0
  for await (const rows of batches) {
    const open = [rows]
    for (let some = open.pop(); some; some = open.pop()) {
      const views = await renderRows(db, scope, entity, some, shown, place).catch(
        (error: unknown) => {
          if (!(error instanceof TooMuchBeside)) throw error
          return undefined
        },
      )
      if (views) {
        place += some.length
        yield views
      } else {
        const middle = some.length >> 1
        open.push(some.slice(middle), some.slice(0, middle))
      }
    }
  }
}

/** What is added comes in one statement for all. `place` is that of the first row in the page. */
async function renderRows(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  rows: readonly Row[],
  shown: Shown,
  place: number,
): Promise<Row[]> {
  if (scope.version === 1) {
    const views = await version1(db, scope, entity, rows)
    return addExtraData({ db, scope, rows, place }, entity, views, shown.extraData)
  }
  const views = await version0(db, scope, entity, rows, shown)
  if (shown.stats && entity === 'case')
    await addCaseStats(db, scope.organization, as<CaseRow>(rows), views)
  if (shown.stats && entity === 'observable')
    await addSeen(db, scope.organization, as<ObservableRow>(rows), views)
  if (shown.parents > 0) await addParents(db, scope, entity, rows, views, shown.parents)
  return views
}

/** The query knows its rows by the entity; here each gets the type that its table has. */
const as = <R>(rows: readonly Row[]) => rows as unknown as readonly R[]

async function version0(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  rows: readonly Row[],
  shown: Shown,
): Promise<Row[]> {
  switch (entity) {
    case 'alert': {
      const alerts = as<AlertRow>(rows)
      return shown.inPage
        ? alertsV0(db, scope.organization, alerts)
        : alerts.map((row) => alertV0(row))
    }
    case 'case':
      return as<CaseRow>(rows).map(caseV0)
    case 'task':
      return as<TaskRow>(rows).map(taskV0)
    case 'log':
      return as<TaskLogRow>(rows).map(logV0)
    case 'observable':
      return as<ObservableRow>(rows).map(observableV0)
    case 'caseTemplate':
      return as<CaseTemplateRow>(rows).map(caseTemplateV0)
    case 'customField':
      return as<CustomFieldRow>(rows).map(customFieldV0)
    case 'observableType':
      return as<ObservableTypeRow>(rows).map(observableTypeV0)
    case 'tag':
      return as<TagRow>(rows).map(tagV0)
    case 'action':
    case 'job':
    case 'user':
      return common(entity, rows)
  }
}

async function version1(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  rows: readonly Row[],
): Promise<Row[]> {
  const { definitions } = scope
  switch (entity) {
    case 'alert': {
      const alerts = as<AlertRow>(rows)
      const ids = alerts.map(({ id }) => id)
      const counts = await countOfAlerts(db, scope.organization, ids)
      return alerts.map((row) => alertV1(row, definitions, counts.get(row.id) ?? 0))
    }
    case 'case':
      return as<CaseRow>(rows).map((row) => caseV1(row, definitions))
    case 'task':
      return as<TaskRow>(rows).map(taskV1)
    case 'log':
      return as<TaskLogRow>(rows).map(logV1)
    case 'observable':
      return as<ObservableRow>(rows).map(observableV1)
    case 'caseTemplate':
      return as<CaseTemplateRow>(rows).map((row) => caseTemplateV1(row, definitions))
    case 'customField':
      return as<CustomFieldRow>(rows).map(customFieldV1)
    case 'observableType':
      return as<ObservableTypeRow>(rows).map(observableTypeV1)
    case 'tag':
      return as<TagRow>(rows).map(tagV1)
    case 'action':
    case 'job':
    case 'user':
      return common(entity, rows)
  }
}

/** The connector has one version; without a path that says otherwise, today's names are used. */
const common = (entity: 'action' | 'job' | 'user', rows: readonly Row[]): Row[] => {
  switch (entity) {
    case 'action':
      return as<ActionRow>(rows).map((row) => actionView(row, 'cortex'))
    case 'job':
      return as<ObservableJobRow>(rows).map((row) => analysisView(row, 'cortex'))
    case 'user':
      return as<Colleague>(rows).map(colleague)
  }
}

interface Colleague {
  login: string
  organization: string
  name: string
  roles: string
  status: 'Active' | 'Locked'
  created_at: number
  created_by: string
}

/** Enough to assign a task; the whole user has calls of its own. */
const colleague = (row: Colleague): Row => ({
  _id: row.login,
  id: row.login,
  _type: 'user',
  login: row.login,
  name: row.name,
  roles: JSON.parse(row.roles),
  organisation: row.organization,
  status: row.status,
  locked: row.status === 'Locked',
  createdBy: row.created_by,
  createdAt: row.created_at,
})
