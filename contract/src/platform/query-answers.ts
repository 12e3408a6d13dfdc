import { type Static, type TSchema, Type } from 'typebox'
import { object, Timestamp } from '../values.ts'
import { CortexAction } from './actions.ts'
import { CortexAnalysis } from './analyses.ts'
import { AnalyzerTemplateV1 } from './analyzer-templates.ts'
import { AttachmentV1 } from './attachments.ts'
import { CaseTemplateV1 } from './case-templates.ts'
import { CommentV1 } from './comments.ts'
import { CustomFieldV1 } from './custom-fields.ts'
import { DashboardV1 } from './dashboards.ts'
import { AlertV1, CaseV1, LogV1, ObservableV1, TaskV1 } from './objects.ts'
import { ObservableTypeV1 } from './observable-types.ts'
import { OrganisationV1 } from './organisations.ts'
import { PageTemplateV1, PageV1 } from './pages.ts'
import { PatternV1, ProcedureV1 } from './procedures.ts'
import { ProfileV1 } from './profiles.ts'
import { AlertStatusV1, CaseStatusV1 } from './statuses.ts'
import { TagV1 } from './tags.ts'
import { UserV1 } from './users.ts'

const AuditV1 = object(
  {
    _id: Type.String(),
    _type: Type.Literal('Audit'),
    _createdBy: Type.String(),
    _createdAt: Timestamp,
    obj: Type.Object({ _type: Type.String(), _id: Type.String() }),
    summary: Type.Object({}),
    operation: Type.String({ description: 'create, update, delete, or the full action name' }),
    action: Type.String(),
    objectType: Type.String(),
    objectId: Type.String(),
    requestId: Type.String(),
    details: Type.Object({}, { additionalProperties: true }),
    organisation: Type.Union([Type.String(), Type.Null()]),
    extraData: Type.Object({}, { additionalProperties: true }),
  },
  'AuditV1',
)

/** What a query of version 1 answers when its last step is about these. */
export const queryRowsV1 = {
  alert: AlertV1,
  case: CaseV1,
  task: TaskV1,
  log: LogV1,
  observable: ObservableV1,
  comment: CommentV1,
  page: PageV1,
  pageTemplate: PageTemplateV1,
  analyzerTemplate: AnalyzerTemplateV1,
  dashboard: DashboardV1,
  attachment: AttachmentV1,
  pattern: PatternV1,
  procedure: ProcedureV1,
  caseStatus: CaseStatusV1,
  alertStatus: AlertStatusV1,
  action: CortexAction,
  job: CortexAnalysis,
  caseTemplate: CaseTemplateV1,
  customField: CustomFieldV1,
  observableType: ObservableTypeV1,
  tag: TagV1,
  user: UserV1,
  organisation: OrganisationV1,
  profile: ProfileV1,
  audit: AuditV1,
} as const satisfies Record<string, TSchema>

/** `listAlert`, `getAlert`, and what leads there from elsewhere, such as `alerts` of a case. */
const steps = (entity: string) => {
  const name = `${entity[0]?.toUpperCase()}${entity.slice(1)}`
  return `After \`list${name}\`, \`get${name}\` and steps that lead to it`
}

export const queryRowAnswers = Object.entries(queryRowsV1).map(([entity, row]) =>
  Type.Array(row, { description: steps(entity) }),
)

type Rows = typeof queryRowsV1
/** What the last step yields: `(await queryV1(…)) as CaseV1[]`. */
export type QueryRowsV1 = { [K in keyof Rows]: Static<Rows[K]>[] }[keyof Rows]
