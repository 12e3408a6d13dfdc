import { sql } from 'kysely'
import { actors } from '../../domain/actors.ts'
import type { Version } from '../../domain/response/query-entities.ts'
import { changeFields } from '../../storage/search/change-fields.ts'
import type { Field } from '../../storage/search/search.ts'
import type { AttachmentColumns, ChangeColumns } from '../../storage/tables/common-columns.ts'

/** Who made and changed it; every table of the platform has these columns. */
type MetaColumn = 'id' | keyof ChangeColumns
type Fields<C extends string> = Record<string, Field<C>>

const id = { column: 'id', kind: 'keyword', short: true, required: true } as const
const { createdAt, updatedBy, updatedAt } = changeFields
/** Scripts that tidy up delete all that this user of TheHive has not made. */
const createdBy = {
  ...changeFields.createdBy,
  aliases: { 'system@thehive.local': actors.setUp },
} as const

export const metaFields: Record<Version, Fields<MetaColumn>> = {
  0: { _id: id, id, createdBy, createdAt, updatedBy, updatedAt },
  1: {
    _id: id,
    id,
    _createdBy: createdBy,
    _createdAt: createdAt,
    _updatedBy: updatedBy,
    _updatedAt: updatedAt,
  },
}

/** Used when no order is requested: as they came. */
export const oldestFirst = (version: Version) => [
  { field: version === 0 ? 'createdAt' : '_createdAt', descending: false },
]

export const newestFirst = (version: Version) => [
  { field: version === 0 ? 'createdAt' : '_createdAt', descending: true },
]

/** Rows of the same organization only, whatever their ids say. */
export const sameOrganization = ['organization', 'organization'] as const

const millisecondsIn = { Seconds: 1_000, Minutes: 60_000, Hours: 3_600_000, Days: 86_400_000 }

/** From the first to the second moment, in whole units. */
export const durationFields = <C extends string>(from: C, to: C): Record<string, Field<C>> => {
  const field = (unit: number): Field<C> => ({
    column: to,
    kind: 'number',
    computed: (_dialect, table) =>
      sql`((${sql.ref(`${table}.${to}`)} - ${sql.ref(`${table}.${from}`)}) / ${sql.lit(unit)})`,
  })
  return {
    'computed.handlingDuration': field(1),
    ...Object.fromEntries(
      Object.entries(millisecondsIn).map(([unit, ms]) => [
        `computed.handlingDurationIn${unit}`,
        field(ms),
      ]),
    ),
  }
}

const attachmentFields: Record<string, Field<keyof AttachmentColumns>> = {
  'attachment.id': { column: 'attachment_id', kind: 'keyword', short: true },
  'attachment.name': { column: 'attachment_name', kind: 'keyword', short: true },
  'attachment.contentType': { column: 'attachment_type', kind: 'keyword', short: true },
  'attachment.size': { column: 'attachment_size', kind: 'number' },
  'attachment.hashes': {
    column: 'attachment_id',
    kind: 'list',
    short: true,
    computed: (dialect, table) => {
      const hashes = ['attachment_id', 'attachment_sha1', 'attachment_md5'].map(
        (column) => sql`coalesce(${sql.ref(`${table}.${column}`)}, '')`,
      )
      const id = sql.ref(`${table}.attachment_id`)
      return sql`(case when ${id} is null then '[]' else ${dialect.listOf(hashes)} end)`
    },
  },
}

/** Version 0 shows a status that never changes. */
const okStatus: Field<'id'> = {
  column: 'id',
  kind: 'keyword',
  short: true,
  required: true,
  values: ['Ok'],
  computed: () => sql`'Ok'`,
}

/** Of what can have a file. */
export const fileFields: Record<Version, Fields<MetaColumn | keyof AttachmentColumns>> = {
  0: { ...metaFields[0], ...attachmentFields, status: okStatus },
  1: { ...metaFields[1], ...attachmentFields },
}

/** What an organization keeps to work with is known, and listed, by its name. */
export const nameField = { column: 'name', kind: 'keyword', short: true, required: true } as const
export const byName = [{ field: 'name', descending: false }]
