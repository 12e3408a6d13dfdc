import fc from 'fast-check'
import type { Kind } from './filter-evaluator.ts'
import { type Rows, row } from './rows.ts'

export type Thing = Record<string, unknown>

/** Few letters, so values collide; and all that means something to LIKE, GLOB, JSON or SQL. */
const letters = ['a', 'A', 'b', 'é', 'É', '1', ' ', '%', '_', '[', '*', '?', '\\', "'", '"', '😀']
const text = fc.array(fc.constantFrom(...letters), { maxLength: 4 }).map((parts) => parts.join(''))
const moment = fc.constantFrom(0, 1, 2, 1_700_000_000_000)
const small = fc.constantFrom(1, 2, 3)
const bit = fc.constantFrom(0, 1)
const tags = fc.array(text, { maxLength: 3 }).map((list) => JSON.stringify(list))

/** One name is made to break paths and quotes. */
export const hostile = 'a"b\\.\'c'
export const definitions = [
  row.customField('~901', 'word', 'string'),
  row.customField('~902', 'whole', 'integer'),
  row.customField('~903', 'part', 'float'),
  row.customField('~904', 'yes', 'boolean'),
  row.customField('~905', 'when', 'date', { organization: '' }),
  row.customField('~906', hostile, 'string'),
]
export const customKinds: Record<string, Kind> = {
  'customFields.word': 'keyword',
  'customFields.word.string': 'keyword',
  'customFields.~901': 'keyword',
  'customFields.whole': 'number',
  'customFields.part': 'decimal',
  'customFields.yes': 'boolean',
  'customFields.when': 'number',
  [`customFields.${hostile}`]: 'keyword',
}
export const nameOfField = (field: string) => {
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
export const rows: fc.Arbitrary<Rows> = fc
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
              // Each in a separate case, because a value is in a case once.
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

export const caseV1Kinds: Record<string, Kind> = {
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
export const caseV0Kinds: Record<string, Kind> = {
  createdAt: 'number',
  caseId: 'number',
  title: 'text',
  severity: 'number',
  tags: 'list',
  owner: 'keyword',
}
export const alertV0Kinds: Record<string, Kind> = {
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
export const observableKinds: Record<string, Kind> = {
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
export const taskV0Kinds: Record<string, Kind> = {
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

/** A case with the names that start with `_` cannot be alone: `{_id: …}` is an operator. */
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

export const asked = fc.oneof(
  fc.record({
    version: fc.constant(1 as const),
    list: fc.constant('Case'),
    // `{_id: "10"}` would be refused: the operator expects an id.
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
