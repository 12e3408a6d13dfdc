import { sql } from 'kysely'
import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search/search.ts'
import type { Column } from '../../storage/tables/tables.ts'
import { durationFields, metaFields, newestFirst, sameOrganization } from '../models/fields.ts'
import type { Models } from '../models/models.ts'

type Fields = Record<string, Field<Column<'cases'>>>

const common: Fields = {
  title: { column: 'title', kind: 'text', short: true, required: true },
  description: { column: 'description', kind: 'text', required: true },
  severity: { column: 'severity', kind: 'number', required: true },
  startDate: { column: 'start_date', kind: 'date', required: true },
  endDate: { column: 'end_date', kind: 'date' },
  tags: { column: 'tags', kind: 'list' },
  flag: { column: 'flag', kind: 'boolean', required: true },
  tlp: { column: 'tlp', kind: 'number', required: true },
  pap: { column: 'pap', kind: 'number', required: true },
  status: {
    column: 'status',
    kind: 'keyword',
    short: true,
    required: true,
    values: ['Open', 'Resolved', 'Duplicated'],
  },
  summary: { column: 'summary', kind: 'text' },
  resolutionStatus: { column: 'resolution_status', kind: 'keyword', short: true },
  impactStatus: { column: 'impact_status', kind: 'keyword', short: true },
  // Nothing is shared between organizations: who looks at a case is its owner.
  viewingOrganisation: { column: 'organization', kind: 'keyword', short: true, required: true },
  owningOrganisation: { column: 'organization', kind: 'keyword', short: true, required: true },
  ...durationFields('start_date', 'end_date'),
}

const number: Field<Column<'cases'>> = { column: 'number', kind: 'number', required: true }
const assignee: Field<Column<'cases'>> = { column: 'assignee', kind: 'keyword', short: true }

export const caseFields: Record<Version, Fields> = {
  0: { ...metaFields[0], ...common, caseId: number, owner: assignee },
  1: {
    ...metaFields[1],
    ...common,
    number,
    assignee,
    extendedStatus: { column: 'extended_status', kind: 'keyword', short: true },
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

export const caseModel = (version: Version, models: Models): SearchModel<'cases'> =>
  searchModel({
    type: 'case',
    table: 'cases',
    id: 'id',
    organization: 'organization',
    fields: { ...caseFields[version], ...models.customFields },
    defaultSort: newestFirst(version),
    children: {
      case_task: { model: () => models.of('task'), join: ofCase },
      case_artifact: { model: () => models.of('observable'), join: ofCase },
      alert: { model: () => models.of('alert'), join: ofCase },
    },
  })

const ofCase = [['id', 'case_id'], sameOrganization] as const
