import { entity } from '@assay/contract/entities'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Columns } from '../../storage/tables/entity-columns.ts'
import { changedColumns, columnsOf, givenOf, newColumns } from './columns.ts'
import { changedDetails, createdDetails } from './recorded.ts'
import { searchFields } from './search.ts'
import { attributesView } from './views.ts'

const Text = Type.String()
const short = { short: true } as const

const note = entity({
  table: 'notes',
  types: ['note', 'Note'],
  everyKeyV0: true,
  attributes: {
    title: { kind: 'text', input: Text, required: true, recorded: 'always' },
    sourceRef: { kind: 'keyword', input: Text, nullable: true, search: short },
    state: { kind: 'keyword', values: ['Open', 'Done'], default: 'Open', search: [false, short] },
    isRead: { kind: 'flag', input: [false, Type.Boolean()], default: false, shown: [false, true] },
    level: { kind: 'whole', column: 'importance', input: Type.Number(), default: 2 },
    seenAt: { kind: 'moment', default: 'now', recorded: 'never' },
    tags: { kind: 'list', input: Type.Array(Text), default: [] },
    assignee: { kind: 'keyword', nameV0: 'owner', input: Text, nullable: true, decided: true },
    author: { kind: 'keyword', column: 'created_by', fixed: 'the author stays' },
  },
})

const row: Columns<typeof note> & { created_by: string } = {
  title: 'A note',
  source_ref: null,
  state: 'Open',
  is_read: 1,
  importance: 2,
  seen_at: 7,
  tags: '["a"]',
  assignee: 'ada',
  created_by: 'bob',
}

describe('a declared entity', () => {
  it('has one column for each attribute, and those of all rows', () => {
    expect(columnsOf(note, 'case_id')).toEqual([
      ...['id', 'organization', 'created_at', 'created_by', 'updated_at', 'updated_by'],
      ...['case_id', 'title', 'source_ref', 'state', 'is_read', 'importance', 'seen_at', 'tags'],
      'assignee',
    ])
  })

  it('turns the input of a new one into columns, and leaves what is decided to code', () => {
    const first = newColumns(note, { title: 'A note', level: 1.9 }, 7)

    expect(first).toEqual({
      title: 'A note',
      source_ref: null,
      state: 'Open',
      is_read: 0,
      importance: 1,
      seen_at: 7,
      tags: '[]',
    })
    const sent: object = { title: 'A note', isRead: true, seenAt: 1, state: 'Done' }
    const more = newColumns(note, sent as { title: string }, 7)
    expect(more, 'what callers may not send').toMatchObject({ is_read: 0, seen_at: 7 })
  })

  it('changes what was sent; null clears', () => {
    const change = { sourceRef: null, isRead: true, tags: ['b'], assignee: 'ada' }

    expect(changedColumns(note, change)).toEqual({ source_ref: null, is_read: 1, tags: '["b"]' })
    expect(changedColumns(note, {})).toEqual({})
  })

  it('is shown by the names of each version', () => {
    const seen = { title: 'A note', state: 'Open', level: 2, seenAt: 7, tags: ['a'], author: 'bob' }

    expect(attributesView(note, 0)(row)).toEqual({
      ...{ _type: 'note', sourceRef: null, owner: 'ada' },
      ...seen,
    })
    const v1 = attributesView(note, 1)(row)
    expect(v1).toEqual({ _type: 'Note', isRead: true, assignee: 'ada', ...seen })
  })

  it('is searched by the names of each version', () => {
    const [v0, v1] = [searchFields(note, 0), searchFields(note, 1)]

    expect(v0.owner).toEqual({ column: 'assignee', kind: 'keyword' })
    expect(v0).not.toHaveProperty('state')
    expect(v1.state).toEqual({ column: 'state', kind: 'keyword', required: true, short: true })
    expect(v1.level).toEqual({ column: 'importance', kind: 'number', required: true })
    expect(v1.tags).toEqual({ column: 'tags', kind: 'list' })
  })

  it('is recorded by the names of version 0', () => {
    expect(createdDetails(note, row)).toEqual({ title: 'A note' })
    const changed = { assignee: 'ada', is_read: 1, seen_at: 7, tags: '["a"]' }
    expect(changedDetails(note, row, changed)).toEqual({ owner: 'ada', isRead: true, tags: ['a'] })
    const long = { ...row, title: 'x'.repeat(2_000) }
    expect(changedDetails(note, long, { title: long.title })).toEqual({ title: 'x'.repeat(1_000) })
  })

  it('comes with another entity, where null says nothing', () => {
    const input = { title: 'A note', sourceRef: null, owner: 'ada' }
    expect(givenOf(note, input)).toEqual({ title: 'A note', owner: 'ada' })
  })

  it('refuses wrong names and kinds before it runs', () => {
    const head = { table: 'notes', types: ['note', 'Note'] } as const
    // @ts-expect-error: no such kind
    entity({ ...head, attributes: { title: { kind: 'string' } } })
    // @ts-expect-error: no such option
    entity({ ...head, attributes: { title: { kind: 'text', nulable: true } } })
    // @ts-expect-error: not what a flag is sent as
    entity({ ...head, attributes: { flag: { kind: 'flag', input: Text } } })
    // @ts-expect-error: not what a number is first
    entity({ ...head, attributes: { level: { kind: 'whole', default: 'two' } } })
    // @ts-expect-error: a title is missing
    newColumns(note, {}, 7)
    // @ts-expect-error: a number is no text
    newColumns(note, { title: 1 }, 7)
    // @ts-expect-error: the column cannot be null
    changedColumns(note, { title: null })
    // @ts-expect-error: no such state
    const wrong: Columns<typeof note>['state'] = 'Closed'
    expect(wrong).toBeDefined()
    // @ts-expect-error: version 1 calls it otherwise
    expect(attributesView(note, 1)(row).owner).toBeUndefined()
  })
})
