import type { Entity } from '../../domain/response/query-entities.ts'
import type { Db } from '../../storage/database.ts'
import { actionCounts } from '../actions/counts.ts'
import { alertV1 } from '../alerts/views.ts'
import { observablesOf } from '../cases/similar-seeds.ts'
import { alertsOfCases, casesToActOn, observableCounts, taskCounts } from '../cases/stats.ts'
import { caseV1 } from '../cases/views.ts'
import { seenElsewhere } from '../observables/seen.ts'
import { countOfAlerts } from '../observables/store.ts'
import { verdictCounts } from '../observables/verdicts.ts'
import { taskV1 } from '../tasks/views.ts'
import { linksByCase } from './case-links.ts'
import type { QueryScope } from './conditions.ts'
import { alertsById, casesById, tasksById } from './rows-by-id.ts'
import { similarOfEach } from './similar-of-each.ts'
import { renderSimilar } from './similar-views.ts'

type Row = Record<string, unknown>

/** What one name of `extraData` adds: read for all rows at once, then shown row by row. */
type Extra = (call: Call) => Promise<(row: Row) => unknown>

interface Call {
  readonly db: Db
  readonly scope: QueryScope
  readonly rows: readonly Row[]
  /** Of the first row in the page. */
  readonly offset: number
}

/** Names that nothing is known for are left out, as clients of today's platform expect. */
export async function addExtraData(
  call: Call,
  entity: Entity,
  views: Row[],
  names: readonly string[],
): Promise<Row[]> {
  const { rows } = call
  const known = extras[entity] ?? {}
  const added: [string, (row: Row) => unknown][] = []
  for (const name of new Set(names)) {
    const extra = Object.hasOwn(known, name) ? known[name] : undefined
    if (extra && rows.length > 0) added.push([name, await extra(call)])
  }
  if (added.length === 0) return views
  return views.map((view, index) => {
    const row = rows[index] ?? {}
    const values = added
      .map(([name, extra]) => [name, extra(row)] as const)
      .filter(([, value]) => value !== undefined)
    return { ...view, extraData: { ...(view.extraData as Row), ...Object.fromEntries(values) } }
  })
}

const ids = (rows: readonly Row[], column = 'id') => rows.map((row) => textOf(row[column]))
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const idOf = (row: Row, column = 'id') => textOf(row[column]) ?? ''
const constant =
  (value: unknown): Extra =>
  async () =>
  () =>
    value

/** Nothing is shared between organizations. */
const unshared = { isOwner: constant(true), shareCount: constant(0) }

/** Whether the organization has to act on a task, or on some task of a case. */
const actionRequired = (isRequired: (call: Call) => Promise<(row: Row) => boolean>) => ({
  actionRequired: isRequired,
  actionRequiredMap: (async (call) => {
    const required = await isRequired(call)
    return (row) => ({ [call.scope.organization]: required(row) })
  }) satisfies Extra as Extra,
})

const permissions: Extra = async ({ scope }) => {
  return () => scope.permissions
}

const itsCase: Extra = async ({ db, scope, rows }) => {
  const cases = await casesById(db, scope.organization, ids(rows, 'case_id'))
  return (row) => {
    const found = cases.get(idOf(row, 'case_id'))
    return found && caseV1(found, scope.definitions, scope.level)
  }
}

const itsCaseId: Extra = async () => (row) => row.case_id ?? undefined

/** Alerts of one page that show their similar cases, and how many each: the best. */
const maxWithSimilar = 100
const similarShown = 10

const similarCases: Extra = async ({ db, scope, rows, offset }) => {
  const alertIds = rows.slice(0, Math.max(0, maxWithSimilar - offset)).map((row) => idOf(row))
  const found = await similarOfEach(db, scope.organization, {
    target: 'case',
    seeds: observablesOf('alert', alertIds),
    page: { offset: 0, limit: similarShown },
  })
  const asked = new Set<unknown>(alertIds)
  return (row) =>
    asked.has(row.id)
      ? renderSimilar(
          scope,
          'case',
          found.filter(({ origin }) => origin === row.id),
        )
      : undefined
}

/** How many of its values have each verdict, wherever that was found out. */
const verdicts = (holder: 'alert_id' | 'case_id'): Extra => {
  return async ({ db, scope, rows }) => {
    const counts = await verdictCounts(
      db,
      scope.organization,
      holder,
      rows.map((row) => idOf(row)),
    )
    return (row) => counts.get(idOf(row))
  }
}

const extras: Partial<Record<Entity, Record<string, Extra>>> = {
  alert: {
    ...unshared,
    similarCases,
    verdicts: verdicts('alert_id'),
    case: itsCase,
    importDate: async () => (row) => row.import_date ?? undefined,
    caseNumber: async ({ db, scope, rows }) => {
      const cases = await casesById(db, scope.organization, ids(rows, 'case_id'))
      return (row) => cases.get(idOf(row, 'case_id'))?.number
    },
  },
  case: {
    ...unshared,
    ...actionRequired(async ({ db, scope, rows }) => {
      const waiting = await casesToActOn(
        db,
        scope.organization,
        rows.map((row) => idOf(row)),
      )
      return (row) => waiting.has(idOf(row))
    }),
    verdicts: verdicts('case_id'),
    observableStats: async ({ db, scope, rows }) => {
      const counts = await observableCounts(
        db,
        scope.organization,
        rows.map((row) => idOf(row)),
      )
      return (row) => ({ total: counts.get(idOf(row)) ?? 0 })
    },
    taskStats: async ({ db, scope, rows }) => {
      const counts = await taskCounts(
        db,
        scope.organization,
        rows.map((row) => idOf(row)),
      )
      return (row) => counts.get(idOf(row)) ?? { total: 0 }
    },
    alerts: async ({ db, scope, rows }) => {
      const alerts = await alertsOfCases(
        db,
        scope.organization,
        rows.map((row) => idOf(row)),
      )
      return (row) => alerts.get(idOf(row)) ?? []
    },
    links: async ({ db, scope, rows }) => {
      const of = await linksByCase(
        db,
        scope.organization,
        rows.map((row) => idOf(row)),
      )
      return (row) => of.get(idOf(row))
    },
    permissions,
  },
  task: {
    ...unshared,
    ...actionRequired(async () => (row) => row.action_required === 1),
    case: itsCase,
    caseId: itsCaseId,
    permissions,
  },
  log: {
    task: async ({ db, scope, rows }) => {
      const tasks = await tasksById(db, scope.organization, ids(rows, 'task_id'))
      return (row) => {
        const found = tasks.get(idOf(row, 'task_id'))
        return found && taskV1(found)
      }
    },
    taskId: async () => (row) => row.task_id ?? undefined,
    case: itsCase,
    caseId: itsCaseId,
    actionCount: async ({ db, scope, rows }) => {
      const counts = await actionCounts(
        db,
        scope.organization,
        rows.map((row) => idOf(row)),
      )
      return (row) => counts.get(idOf(row)) ?? 0
    },
  },
  comment: { case: itsCase, caseId: itsCaseId },
  attachment: { case: itsCase, caseId: itsCaseId },
  procedure: { case: itsCase, caseId: itsCaseId },
  observable: {
    ...unshared,
    case: itsCase,
    caseId: itsCaseId,
    alert: async ({ db, scope, rows }) => {
      const alerts = await alertsById(db, scope.organization, ids(rows, 'alert_id'))
      const counts = await countOfAlerts(db, scope.organization, [...alerts.keys()])
      return (row) => {
        const found = alerts.get(idOf(row, 'alert_id'))
        return found && alertV1(found, scope.definitions, counts.get(found.id) ?? 0)
      }
    },
    alertId: async () => (row) => row.alert_id ?? undefined,
    seen: async ({ db, scope, rows }) => {
      const hashes = rows.map((row) => String(row.value_hash))
      const seen = await seenElsewhere(db, scope.organization, hashes)
      return (row) => seen.has(String(row.value_hash))
    },
    permissions,
  },
}
