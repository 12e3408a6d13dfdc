import { alert } from '@assay/contract/entities'
import { sql } from 'kysely'
import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search/search.ts'
import type { Column } from '../../storage/tables/tables.ts'
import { searchFields } from '../entity/search.ts'
import { durationFields, metaFields, newestFirst, sameOrganization } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { caseIn } from '../models/owned.ts'

type Fields = Record<string, Field<Column<'alerts'>>>

const ofCase: Field<Column<'alerts'>> = { column: 'case_id', kind: 'keyword', short: true }

const common: Fields = {
  user: { column: 'created_by', kind: 'keyword', short: true, required: true },
  imported: {
    column: 'case_id',
    kind: 'boolean',
    required: true,
    computed: (_dialect, table) =>
      sql`(case when ${sql.ref(`${table}.case_id`)} is null then 0 else 1 end)`,
  },
  ...durationFields('created_at', 'import_date'),
}

/** Read or not, in a case or not: four names for the four answers. */
const status: Field<Column<'alerts'>> = {
  column: 'read',
  kind: 'keyword',
  short: true,
  required: true,
  values: ['New', 'Ignored', 'Imported', 'Updated'],
  computed: (_dialect, table) => sql`(case
    when ${sql.ref(`${table}.case_id`)} is null
    then case when ${sql.ref(`${table}.read`)} = 1 then 'Ignored' else 'New' end
    else case when ${sql.ref(`${table}.read`)} = 1 then 'Imported' else 'Updated' end end)`,
}

/** As version 1 shows them: what it was set to, or what follows from the rest. */
const ownStatus: Fields = {
  status: {
    column: 'extended_status',
    kind: 'keyword',
    short: true,
    required: true,
    computed: (_dialect, table) => sql`coalesce(${sql.ref(`${table}.extended_status`)}, case
      when ${sql.ref(`${table}.case_id`)} is not null then 'Imported'
      when ${sql.ref(`${table}.read`)} = 1 then 'Ignored' else 'New' end)`,
  },
  stage: {
    column: 'stage',
    kind: 'keyword',
    short: true,
    required: true,
    computed: (_dialect, table) => sql`coalesce(${sql.ref(`${table}.stage`)}, case
      when ${sql.ref(`${table}.case_id`)} is not null then 'Imported'
      when ${sql.ref(`${table}.read`)} = 1 then 'Closed' else 'New' end)`,
  },
}

export const alertFields: Record<Version, Fields> = {
  0: { ...metaFields[0], ...searchFields(alert, 0), ...common, status },
  1: { ...metaFields[1], ...searchFields(alert, 1), ...common, ...ownStatus, case: ofCase },
}

export const alertModel = (version: Version, models: Models): SearchModel<'alerts'> =>
  searchModel({
    type: 'alert',
    table: 'alerts',
    id: 'id',
    organization: 'organization',
    fields: { ...alertFields[version], ...models.customFields },
    defaultSort: newestFirst(version),
    parents: caseIn(models),
    children: {
      alert_artifact: {
        model: () => models.of('observable'),
        join: [['id', 'alert_id'], sameOrganization],
      },
    },
  })
