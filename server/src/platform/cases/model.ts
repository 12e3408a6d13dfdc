import { caseEntity } from '@assay/contract/entities'
import { sql } from 'kysely'
import { resolutionStatuses } from '../../domain/response/case-rules.ts'
import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search/search.ts'
import type { Column } from '../../storage/tables/tables.ts'
import { searchFields } from '../entity/search.ts'
import { durationFields, metaFields, newestFirst, sameOrganization } from '../models/fields.ts'
import type { Models } from '../models/models.ts'

type Fields = Record<string, Field<Column<'cases'>>>

const common: Fields = {
  // Nothing is shared between organizations: who looks at a case is its owner.
  viewingOrganisation: { column: 'organization', kind: 'keyword', short: true, required: true },
  owningOrganisation: { column: 'organization', kind: 'keyword', short: true, required: true },
  ...durationFields('start_date', 'end_date'),
}

export const caseFields: Record<Version, Fields> = {
  0: { ...metaFields[0], ...searchFields(caseEntity, 0), ...common },
  1: {
    ...metaFields[1],
    ...searchFields(caseEntity, 1),
    ...common,
    stage: {
      column: 'stage',
      kind: 'keyword',
      short: true,
      required: true,
      computed: (_dialect, table) =>
        sql`coalesce(${sql.ref(`${table}.stage`)},
          case when ${sql.ref(`${table}.status`)} = 'Open' then 'New' else 'Closed' end)`,
    },
  },
}

/** Not bound: PostgreSQL takes an expression with parameters for another one where it groups. */
const literals = sql.raw(resolutionStatuses.map((status) => `'${status}'`).join(', '))

/** The same as `statusAt5`, for the database. */
const statusOf5: Field<Column<'cases'>> = {
  column: 'status',
  kind: 'keyword',
  short: true,
  required: true,
  computed: (_dialect, table) => {
    const [status, extended, resolution] = ['status', 'extended_status', 'resolution_status'].map(
      (column) => sql.ref(`${table}.${column}`),
    )
    return sql`coalesce(${extended}, case ${status} when 'Open' then 'New' when 'Duplicated' then 'Duplicated'
      else case when ${resolution} in (${literals}) then ${resolution} else 'Other' end end)`
  },
}

export const caseModel = (version: Version, models: Models): SearchModel<'cases'> =>
  searchModel({
    type: 'case',
    table: 'cases',
    id: 'id',
    organization: 'organization',
    fields: {
      ...caseFields[version],
      ...(version === 1 && models.level === 5 && { status: statusOf5 }),
      ...models.customFields,
    },
    defaultSort: newestFirst(version),
    children: {
      case_task: { model: () => models.of('task'), join: ofCase },
      case_artifact: { model: () => models.of('observable'), join: ofCase },
      alert: { model: () => models.of('alert'), join: ofCase },
    },
  })

const ofCase = [['id', 'case_id'], sameOrganization] as const
