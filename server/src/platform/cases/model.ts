import { sql } from 'kysely'
import type { Version } from '../../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../../storage/search.ts'
import type { Column } from '../../../storage/search-model.ts'
import { metaFields, newestFirst, sameOrganization } from './meta.ts'
import type { Models } from './models.ts'

type Fields = Record<string, Field<Column<'cases'>>>

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
  1: { ...metaFields[1], ...common, number, assignee },
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
