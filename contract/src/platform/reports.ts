import { type Static, Type } from 'typebox'
import { empty, endpoint, text } from '../endpoint.ts'
import { object, Timestamp } from '../values.ts'
import { ReasonSentence } from '../verdicts/index.ts'
import { StoryEntry } from './timeline.ts'
import { administrators, idParams, readers, reading, writing } from './values.ts'

export const reportLanguages = ['en', 'fr'] as const
export type ReportLanguage = (typeof reportLanguages)[number]
const Language = Type.Enum([...reportLanguages])

const maxBody = 65_536
const maxLogo = 65_536
/** Of an organization. */
export const maxReportTemplates = 50
export const maxReportSections = 50
export const maxStoredReports = 500

const TemplateName = Type.String({ minLength: 1, maxLength: 128, pattern: '\\S' })
const TemplateBody = Type.String({
  minLength: 1,
  maxLength: maxBody,
  description:
    'Markdown with placeholders, see the manual; unknown placeholders are refused, HTML is text',
})
const Logo = Type.Union(
  [
    Type.String({
      maxLength: maxLogo,
      pattern: '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$',
    }),
    Type.Null(),
  ],
  { description: 'PNG or JPEG as a data URL of at most 64 KiB, printed on the cover' },
)

export const ReportTemplate = object(
  {
    id: Type.String({ description: 'A shipped template has its name, such as `incident-en`' }),
    name: Type.String(),
    language: Language,
    body: Type.String(),
    logo: Type.Union([Type.String(), Type.Null()]),
    isShipped: Type.Boolean({ description: 'Part of this program; it cannot be changed' }),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String()),
  },
  'ReportTemplate',
)
export type ReportTemplate = Static<typeof ReportTemplate>

const ofTemplate = { resource: 'reportTemplate' } as const
export const listReportTemplates = endpoint({
  ...ofTemplate,
  path: '/api/report-template',
  method: 'GET',
  roles: readers,
  effect: 'read',
  summary: 'List report templates: shipped ones, then those of the organization by name',
  output: Type.Array(ReportTemplate),
})
export const createReportTemplate = endpoint({
  ...ofTemplate,
  path: '/api/report-template',
  method: 'POST',
  roles: administrators,
  effect: 'write',
  summary: `Store a report template; an organization can have ${maxReportTemplates}`,
  input: object({
    name: TemplateName,
    language: Language,
    body: TemplateBody,
    logo: Type.Optional(Logo),
  }),
  output: ReportTemplate,
  status: 201,
})
export const updateReportTemplate = endpoint({
  ...ofTemplate,
  path: '/api/report-template/:id',
  method: 'PATCH',
  roles: administrators,
  effect: 'write',
  params: idParams,
  summary: 'Change a report template; reports begun from it stay unchanged',
  input: object({
    name: Type.Optional(TemplateName),
    language: Type.Optional(Language),
    body: Type.Optional(TemplateBody),
    logo: Type.Optional(Logo),
  }),
  output: ReportTemplate,
})
export const deleteReportTemplate = empty({
  ...ofTemplate,
  path: '/api/report-template/:id',
  method: 'DELETE',
  roles: administrators,
  effect: 'write',
  params: idParams,
  summary: 'Delete a report template; reports begun from it stay unchanged',
})

const level = Type.Union([Type.Enum(['malicious', 'suspicious', 'safe', 'none']), Type.Null()], {
  description: 'Null: not analyzed',
})
export const ReportFacts = object(
  {
    case: object({
      id: Type.String(),
      number: Type.Integer(),
      title: Type.String(),
      severity: Type.Integer(),
      status: Type.String(),
      tlp: Type.Integer(),
      pap: Type.Integer(),
      openedAt: Timestamp,
      closedAt: Type.Optional(Timestamp),
      description: Type.String(),
      conclusion: Type.String(),
      assignee: Type.Optional(Type.String({ description: 'Name, not login' })),
    }),
    isOwner: Type.Boolean({ description: 'False where the case is shared with your organization' }),
    organization: Type.String(),
    author: Type.String({ description: 'Name of the caller' }),
    at: Timestamp,
    observables: Type.Array(
      object({
        id: Type.String(),
        dataType: Type.String(),
        shown: Type.String({ description: 'The observable, or the file name; not defanged' }),
        isFile: Type.Boolean(),
        ioc: Type.Boolean(),
        level,
        reason: Type.Optional(ReasonSentence),
      }),
      { description: 'At most 500, worst first' },
    ),
    moreObservables: Type.Integer(),
    techniques: Type.Array(
      object({ patternId: Type.String(), name: Type.String(), tactic: Type.String() }),
    ),
    timeline: Type.Array(StoryEntry, {
      description: 'Oldest first, at most the latest 500; names instead of logins',
    }),
    moreTimeline: Type.Integer(),
    tasks: Type.Array(
      object({
        title: Type.String(),
        status: Type.String(),
        assignee: Type.Optional(Type.String()),
      }),
    ),
    people: Type.Array(Type.String()),
  },
  'ReportFacts',
)
export type ReportFacts = Static<typeof ReportFacts>

const ofCase = { resource: 'caseReport', params: idParams } as const
export const getCaseReport = text({
  ...ofCase,
  path: '/api/case/:id/report',
  method: 'GET',
  ...reading,
  summary: 'Get the report of a case as Markdown, defanged; shared cases show what is shared',
  input: object({
    template: Type.Optional(
      Type.String({ maxLength: 128, description: 'Id or name; defaults to the shipped one' }),
    ),
  }),
})
export const getReportFacts = endpoint({
  ...ofCase,
  path: '/api/case/:id/report/facts',
  method: 'GET',
  ...reading,
  summary: 'Get what the placeholders of a report are filled with',
  output: ReportFacts,
})

const sectionKeys = {
  id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
  title: Type.String({ maxLength: 256, description: 'Empty for the cover' }),
  body: Type.String({ maxLength: maxBody }),
  lines: Type.Array(
    object({
      key: Type.String({ maxLength: 256 }),
      isShown: Type.Boolean(),
      text: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    { maxItems: 1_000, description: 'Timeline entries that were chosen or reworded' },
  ),
  revision: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'The one that you changed; 0 for a new one',
  }),
}
const NewSection = object(sectionKeys, 'NewReportSection')
export const ReportSection = object(
  {
    ...sectionKeys,
    changedBy: Type.Optional(Type.String({ description: 'Name of the last editor' })),
    changedAt: Type.Optional(Timestamp),
  },
  'ReportSection',
)
export type ReportSection = Static<typeof ReportSection>

export const ReportDraft = object(
  {
    template: Type.String({ description: 'Id of the template it began with' }),
    templateName: Type.String(),
    language: Language,
    logo: Type.Union([Type.String(), Type.Null()]),
    sections: Type.Array(ReportSection),
    isStored: Type.Boolean({ description: 'False as long as it is only the template' }),
    version: Type.Integer({ description: 'Number of the next stored copy' }),
    changedAt: Type.Optional(Timestamp),
  },
  'ReportDraft',
)
export type ReportDraft = Static<typeof ReportDraft>

export const getReportDraft = endpoint({
  ...ofCase,
  path: '/api/case/:id/report/draft',
  method: 'GET',
  ...reading,
  summary: 'Get the report draft of a case of yours; without one, the sections of the template',
  output: ReportDraft,
})
export const saveReportDraft = endpoint({
  ...ofCase,
  path: '/api/case/:id/report/draft',
  method: 'PUT',
  ...writing,
  summary: 'Save changed sections of the draft; a section changed since then is refused with 409',
  input: object({
    order: Type.Array(Type.String({ maxLength: 40 }), { maxItems: maxReportSections }),
    changed: Type.Array(NewSection, { maxItems: maxReportSections }),
    removed: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), { maxItems: maxReportSections }),
    ),
  }),
  output: ReportDraft,
})
export const startReportDraft = endpoint({
  ...ofCase,
  path: '/api/case/:id/report/draft',
  method: 'POST',
  ...writing,
  summary: 'Begin the draft again from a template; the sections of the current one are replaced',
  input: object({ template: Type.String({ maxLength: 128, description: 'Id or name' }) }),
  output: ReportDraft,
})

export const StoredReport = object(
  {
    id: Type.String(),
    version: Type.Integer(),
    template: Type.String(),
    tlp: Type.Integer({ description: 'Of the case when it was stored' }),
    at: Timestamp,
    login: Type.String(),
    name: Type.String({ description: 'Name of the user' }),
    size: Type.Integer({ description: 'Bytes' }),
    sha256: Type.String(),
  },
  'StoredReport',
)
export type StoredReport = Static<typeof StoredReport>

export const listStoredReports = endpoint({
  ...ofCase,
  path: '/api/case/:id/stored-report',
  method: 'GET',
  ...reading,
  summary: 'List stored report copies of a case of yours, newest first',
  output: Type.Array(StoredReport),
})
export const storeReport = endpoint({
  ...ofCase,
  path: '/api/case/:id/stored-report',
  method: 'POST',
  ...writing,
  summary: `Store a report as it was handed out; it cannot be changed, a case can have ${maxStoredReports}`,
  input: object({
    template: Type.String({ minLength: 1, maxLength: 128 }),
    content: Type.String({ minLength: 1, maxLength: 524_288, description: 'Markdown' }),
  }),
  output: StoredReport,
  status: 201,
})
export const getStoredReport = text({
  resource: 'caseReport',
  path: '/api/case/:id/stored-report/:reportId',
  method: 'GET',
  ...reading,
  params: Type.Object({ id: Type.String(), reportId: Type.String() }),
  summary: 'Get a stored report copy as Markdown',
})
