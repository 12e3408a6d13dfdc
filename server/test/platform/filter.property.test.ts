import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../../src/domain/caller.ts'
import { type Batches, collected } from '../../src/domain/rows.ts'
import { alertV0 } from '../../src/platform/alerts/views.ts'
import { caseV0, caseV1 } from '../../src/platform/cases/views.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import { observableV0, observableV1 } from '../../src/platform/observables/views.ts'
import { runQuery } from '../../src/platform/query/run.ts'
import type {
  AlertRow,
  CaseRow,
  CustomFieldRow,
  ObservableRow,
  TaskRow,
} from '../../src/platform/rows.ts'
import { taskV0 } from '../../src/platform/tasks/views.ts'
import { databases } from '../databases.ts'
import { type Kind, matchesFilter, order, type Shown } from './filter-evaluator.ts'
import {
  alertV0Kinds,
  asked,
  caseV0Kinds,
  caseV1Kinds,
  definitions,
  nameOfField,
  observableKinds,
  rows,
  type Thing,
  taskV0Kinds,
} from './filter-questions.ts'
import { type Rows, replaceRows } from './rows.ts'

const caller: Caller = { login: 'alan', organization: 'alpha', roles: ['read'], via: 'key' }

/** Everything as it is shown, which is all that the evaluator knows. */
function shownWorld(all: Rows) {
  const fields = new Map(definitions.map((field) => [field.name, field as CustomFieldRow]))
  const cases = (all.cases ?? []) as CaseRow[]
  const tasks = (all.tasks ?? []) as TaskRow[]
  const alerts = (all.alerts ?? []) as AlertRow[]
  const observables = (all.observables ?? []) as ObservableRow[]
  const caseOf = new Map([...tasks, ...alerts].map(({ id, case_id }) => [id, case_id]))
  const cases0: Thing[] = cases.map(caseV0)
  const tasks0: Thing[] = tasks.map(taskV0)
  const things: Record<string, Thing[]> = {
    'Case 0': cases0,
    'Case 1': cases.map((one) => caseV1(one, fields)),
    'Alert 0': alerts.map((one) => alertV0(one)),
    'Observable 0': observables.map(observableV0),
    'Observable 1': observables.map(observableV1),
    'Task 0': tasks0,
  }
  const relatives = (thing: Thing, type: string) => {
    if (type === 'case_task')
      return tasks0.filter(({ _id }) => caseOf.get(String(_id)) === thing._id)
    return cases0.filter(({ _id }) => _id === caseOf.get(String(thing._id)))
  }
  const shown = (kinds: Record<string, Kind>): Shown => ({
    kinds,
    value: valueOfField,
    relatives,
    shownAs: (type) => shown(type === 'case' ? caseV0Kinds : taskV0Kinds),
  })
  const kindsOf: Record<string, Record<string, Kind>> = {
    'Case 0': caseV0Kinds,
    'Case 1': caseV1Kinds,
    'Alert 0': { ...alertV0Kinds, status: 'keyword' },
    'Observable 0': observableKinds,
    'Observable 1': observableKinds,
    'Task 0': taskV0Kinds,
  }
  return { things, shown: (name: string) => shown(kindsOf[name] ?? {}) }
}

function valueOfField(thing: Thing, field: string): unknown {
  if (field.startsWith('customFields.')) return customValue(thing, nameOfField(field))
  if (field === 'imported') return thing.case !== null
  if (field === 'user') return thing.createdBy
  if (field === 'owningOrganisation') return 'alpha'
  if (field.startsWith('computed.')) {
    if (typeof thing.endDate !== 'number') return undefined
    const duration = thing.endDate - Number(thing.startDate)
    return field.endsWith('Seconds') ? Math.trunc(duration / 1_000) + 0 : duration
  }
  if (field.startsWith('attachment.')) {
    return (thing.attachment as Thing | undefined)?.[field.slice('attachment.'.length)]
  }
  return thing[field]
}

/** Version 1 shows a list, version 0 an object with the type as the key of the value. */
function customValue({ customFields }: Thing, name: string): unknown {
  if (Array.isArray(customFields)) return customFields.find((field) => field.name === name)?.value
  return (customFields as Record<string, { string: unknown }>)[name]?.string
}

const sorted = (things: Thing[], field: string, descending: boolean) =>
  things.toSorted((a, b) => {
    const [left, right] = [valueOfField(a, field) ?? null, valueOfField(b, field) ?? null]
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1
    } else if (order(left, right) !== 0) return (descending ? -1 : 1) * order(left, right)
    return (descending ? -1 : 1) * order(a._id, b._id)
  })

describe.each(databases)('$name: any filter', ({ open }) => {
  it('finds, counts and sorts what its description says of the answers', async () => {
    const { db, dialect } = await open()
    const deps = { db, dialect, config: { platform: { level: 4 } } } as PlatformDeps

    await fc.assert(
      fc.asyncProperty(rows, fc.array(asked, { minLength: 6, maxLength: 6 }), async (all, many) => {
        await replaceRows(db, all)
        const world = shownWorld(all)
        for (const { version, list, filter, sort, descending } of many) {
          const steps = [{ _name: `list${list}` }, { _name: 'filter', ...filter }]
          const order = { _name: 'sort', _fields: [{ [sort]: descending ? 'desc' : 'asc' }] }
          const found = await runQuery(deps, caller, version, [...steps, order])
          const count = await runQuery(deps, caller, version, [...steps, { _name: 'count' }])

          const name = `${list} ${version}`
          const expected = (world.things[name] ?? []).filter((thing) =>
            matchesFilter(world.shown(name), thing, filter),
          )
          const ids = (await collected(found.body as Batches<Thing>)).map(({ _id }) => _id)
          expect(ids).toEqual(sorted(expected, sort, descending).map(({ _id }) => _id))
          expect(count.body).toBe(expected.length)
        }
      }),
      { numRuns: 40 },
    )
  })
})
