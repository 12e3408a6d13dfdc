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
import { type Rows, replaceRows, row } from './rows.ts'

type Thing = Record<string, unknown>

const caller: Caller = { login: 'alan', organization: 'alpha', roles: ['read'], via: 'key' }

/** Few letters, so that values meet; and all that means something to LIKE, GLOB, JSON or SQL. */
const letters = ['a', 'A', 'b', 'é', 'É', '1', ' ', '%', '_', '[', '*', '?', '\\', "'", '"', '😀']
const text = fc.array(fc.constantFrom(...letters), { maxLength: 4 }).map((parts) => parts.join(''))
const moment = fc.constantFrom(0, 1, 2, 1_700_000_000_000)
const small = fc.constantFrom(1, 2, 3)
const bit = fc.constantFrom(0, 1)
const tags = fc.array(text, { maxLength: 3 }).map((list) => JSON.stringify(list))

/** One name is made to break paths and quotes. */
const hostile = 'a"b\\.\'c'
const definitions = [
  row.customField('~901', 'word', 'string'),
  row.customField('~902', 'whole', 'integer'),
  row.customField('~903', 'part', 'float'),
  row.customField('~904', 'yes', 'boolean'),
  row.customField('~905', 'when', 'date', { organization: '' }),
  row.customField('~906', hostile, 'string'),
]
const customKinds: Record<string, Kind> = {
  'customFields.word': 'keyword',
  'customFields.word.string': 'keyword',
  'customFields.~901': 'keyword',
  'customFields.whole': 'number',
  'customFields.part': 'decimal',
  'customFields.yes': 'boolean',
  'customFields.when': 'number',
  [`customFields.${hostile}`]: 'keyword',
}
const nameOfField = (field: string) => {
  const path = field.slice('customFields.'.length)
  if (path === '~901' || path === 'word.string') return 'word'
  return path
}

const custom = fc
  .record(
    {
      word: fc.option(text),
      whole: fc.option(small),
      part: fc.option(fc.constantFrom(0.5, 1, -2.25)),
      yes: fc.option(fc.boolean()),
      when: fc.option(moment),
      [hostile]: fc.option(text),
      forgotten: fc.constant('of a field that is gone'),
    },
    { requiredKeys: [] },
  )
  .map((values) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, { type: 'string', value, order: 1 }]),
      ),
    ),
  )

const ids = (first: number) => ['~', '~', '~', '~'].map((sign, index) => `${sign}${first + index}`)
const rows: fc.Arbitrary<Rows> = fc
  .record({
    cases: fc.tuple(
      ...ids(10).map((id) =>
        fc
          .record({
            title: text,
            severity: small,
            flag: bit,
            tags,
            custom_fields: custom,
            status: fc.constantFrom('Open' as const, 'Resolved' as const),
            start_date: moment,
            end_date: fc.option(moment),
            summary: fc.option(text),
            assignee: fc.option(text),
            updated_by: fc.option(text),
          })
          .map((values) => row.case(id, values)),
      ),
    ),
    alerts: fc.tuple(
      ...ids(20).map((id) =>
        fc
          .record({
            source: text,
            title: text,
            tags,
            custom_fields: custom,
            read: bit,
            follow: bit,
            date: moment,
            external_link: fc.option(text),
            case_id: fc.option(fc.constantFrom(...ids(10))),
          })
          .map((values) => row.alert(id, values)),
      ),
    ),
    observables: fc.tuple(
      ...ids(30).map((id, index) =>
        fc
          .record({
            data: fc.option(text),
            value: fc.record({
              tags,
              ioc: bit,
              message: fc.option(text),
              ignore_similarity: fc.option(bit),
              attachment_size: small,
              attachment_name: text,
            }),
          })
          .map(({ data, value: { attachment_size, attachment_name, ...value } }) =>
            row.observable(id, data, {
              ...value,
              // Each in a case of its own, because a value is in a case once.
              case_id: ids(10)[index] ?? null,
              ...(data === null && {
                attachment_id: 'f'.repeat(64),
                attachment_name,
                attachment_size,
                attachment_type: 'text/plain',
                attachment_sha1: 'a'.repeat(40),
                attachment_md5: 'b'.repeat(32),
              }),
            }),
          ),
      ),
    ),
    tasks: fc.tuple(
      ...ids(40).map((id) =>
        fc
          .record({
            case_id: fc.constantFrom(...ids(10)),
            title: text,
            flag: bit,
            assignee: fc.option(text),
            start_date: fc.option(moment),
            position: small,
            status: fc.constantFrom('Waiting' as const, 'Cancel' as const),
          })
          .map(({ case_id, ...values }) => row.task(id, case_id, values)),
      ),
    ),
  })
  .map((made) => ({ ...made, custom_fields: definitions }))

const scalars: Record<Kind, fc.Arbitrary<unknown>> = {
  keyword: fc.oneof(text, fc.constantFrom('Open', 'Resolved', '1')),
  text,
  list: text,
  number: fc.oneof(moment, small, fc.constantFrom('2', 2.9, -1)),
  decimal: fc.constantFrom(0.5, '0.5', 1, -2.25, 3),
  boolean: fc.constantFrom<unknown>(true, false, 'true', 'false', 0, 1),
}

const caseV1Kinds: Record<string, Kind> = {
  ...customKinds,
  _id: 'keyword',
  _createdAt: 'number',
  _updatedBy: 'keyword',
  number: 'number',
  title: 'text',
  severity: 'number',
  flag: 'boolean',
  tags: 'list',
  startDate: 'number',
  endDate: 'number',
  summary: 'text',
  assignee: 'keyword',
  owningOrganisation: 'keyword',
  'computed.handlingDuration': 'number',
  'computed.handlingDurationInSeconds': 'number',
}
const caseV0Kinds: Record<string, Kind> = {
  createdAt: 'number',
  caseId: 'number',
  title: 'text',
  severity: 'number',
  tags: 'list',
  owner: 'keyword',
}
const alertV0Kinds: Record<string, Kind> = {
  ...customKinds,
  source: 'keyword',
  title: 'text',
  tags: 'list',
  follow: 'boolean',
  date: 'number',
  externalLink: 'keyword',
  case: 'keyword',
  imported: 'boolean',
  user: 'keyword',
}
const observableKinds: Record<string, Kind> = {
  data: 'keyword',
  dataType: 'keyword',
  tags: 'list',
  ioc: 'boolean',
  ignoreSimilarity: 'boolean',
  message: 'text',
  'attachment.name': 'keyword',
  'attachment.size': 'number',
  'attachment.hashes': 'list',
}
const taskV0Kinds: Record<string, Kind> = {
  title: 'text',
  flag: 'boolean',
  owner: 'keyword',
  startDate: 'number',
  order: 'number',
  group: 'keyword',
}

const leafOf = (kinds: Record<string, Kind>): fc.Arbitrary<Thing> =>
  fc.constantFrom(...Object.entries(kinds)).chain(([field, kind]) => {
    const value = scalars[kind]
    const both = (operator: string, wanted: fc.Arbitrary<unknown> = value) =>
      wanted.chain((given) =>
        fc.constantFrom<Thing>(
          { [operator]: { _field: field, _value: given } },
          { [operator]: { [field]: given } },
        ),
      )
    const isOrdered = kind !== 'boolean' && kind !== 'list'
    const isText = kind === 'keyword' || kind === 'text' || kind === 'list'
    const star = fc.tuple(fc.constantFrom('', '*'), text, fc.constantFrom('', '*'))
    return fc.oneof(
      value.map((given): Thing => ({ _field: field, _value: given })),
      value.map((given): Thing => ({ [field]: given })),
      fc.constantFrom('_is', '_eq', '_ne', '_match').chain((operator) => both(operator)),
      fc
        .array(value, { maxLength: 3 })
        .map((values): Thing => ({ _in: { _field: field, _values: values } })),
      fc.constantFrom<Thing>({ _contains: field }, { _has: field }),
      ...(isOrdered
        ? [
            fc.constantFrom('_lt', '_lte', '_gt', '_gte').chain((operator) => both(operator)),
            fc
              .tuple(value, value)
              .map(([from, to]): Thing => ({ _between: { _field: field, _from: from, _to: to } })),
          ]
        : []),
      ...(isText
        ? [
            fc.constantFrom('_startsWith', '_endsWith').chain((operator) => both(operator, text)),
            fc.constantFrom('_like', '_wildcard').chain((operator) =>
              both(
                operator,
                star.map((parts) => parts.join('')),
              ),
            ),
          ]
        : []),
    )
  })

/** A case with the names that start with `_` cannot stand alone: `{_id: …}` is an operator. */
const filterOf = (kinds: Record<string, Kind>, extra: fc.Arbitrary<Thing>[] = []) =>
  fc.letrec<{ filter: Thing }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leafOf(kinds),
      ...extra,
      fc.constantFrom<Thing>({}, { _any: 1 }, { _string: 'x' }, { _id: '~10' }, { _id: '~31' }),
      tie('filter').map((of): Thing => ({ _not: of })),
      fc.array(tie('filter'), { maxLength: 3 }).map((of): Thing => ({ _and: of })),
      fc.array(tie('filter'), { maxLength: 3 }).map((of): Thing => ({ _or: of })),
      fc.tuple(leafOf(kinds), tie('filter')).map(([one, of]): Thing => ({ _and: [one], _not: of })),
    ),
  })).filter

const asCase = fc
  .record({ query: leafOf(caseV0Kinds) })
  .map(({ query }): Thing => ({ _parent: { _type: 'case', _query: query } }))
const byCaseId: fc.Arbitrary<Thing> = fc.constant({ _parent: { _type: 'case', _id: '~11' } })
const asTask = leafOf(taskV0Kinds).map(
  (query): Thing => ({ _child: { _type: 'case_task', _query: query } }),
)

const asked = fc.oneof(
  fc.record({
    version: fc.constant(1 as const),
    list: fc.constant('Case'),
    // `{_id: "10"}` would be refused: the operator wants an id.
    filter: filterOf(Object.fromEntries(Object.entries(caseV1Kinds).filter(([k]) => k !== '_id'))),
    sort: fc.constantFrom('title', 'endDate', 'customFields.word', 'customFields.part', '_id'),
    descending: fc.boolean(),
  }),
  fc.record({
    version: fc.constant(0 as const),
    list: fc.constant('Case'),
    filter: filterOf(caseV0Kinds, [asTask]),
    sort: fc.constantFrom('owner', 'caseId', 'severity'),
    descending: fc.boolean(),
  }),
  fc.record({
    version: fc.constant(0 as const),
    list: fc.constant('Alert'),
    filter: filterOf(alertV0Kinds, [
      asCase,
      fc
        .constantFrom('New', 'Ignored', 'Imported', 'Updated')
        .chain((status) => fc.constantFrom<Thing>({ status }, { _ne: { status } })),
    ]),
    sort: fc.constantFrom('status', 'case', 'customFields.yes', 'source'),
    descending: fc.boolean(),
  }),
  fc.record({
    version: fc.constantFrom(0 as const, 1 as const),
    list: fc.constant('Observable'),
    filter: filterOf(observableKinds),
    sort: fc.constantFrom('data', 'attachment.size', 'ignoreSimilarity', 'message'),
    descending: fc.boolean(),
  }),
  fc.record({
    version: fc.constant(0 as const),
    list: fc.constant('Task'),
    filter: filterOf(taskV0Kinds, [asCase, byCaseId]),
    sort: fc.constantFrom('owner', 'startDate', 'flag', 'title'),
    descending: fc.boolean(),
  }),
)

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
    const deps = { db, dialect } as PlatformDeps

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
