import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { object, Timestamp } from '../values.ts'
import { TaskForms } from './case-templates.ts'
import { caseEntity } from './entities/case.ts'
import { changed, created, fixed } from './entities/schemas.ts'
import { alsoCustomFields, changedTags, Ids, withDottedFields } from './marked.ts'
import { CaseV0, CaseV1 } from './objects.ts'
import { NewPage } from './pages.ts'
import { idParams, reading, writing } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const newCase = {
  ...created(caseEntity),
  ...alsoCustomFields,
  caseTemplate: Type.Optional(Type.String({ maxLength: 256 })),
  tasks: Type.Optional(TaskForms),
  pages: Type.Optional(Type.Array(NewPage, { maxItems: 100 })),
}
const NewCase = withDottedFields({
  ...newCase,
  template: Type.Optional(Type.String({ maxLength: 256, description: 'Name of a case template' })),
})
/** What is said of a case that an alert becomes; the alert says the rest. */
export const PromotedCase = withDottedFields({
  ...newCase,
  title: Type.Optional(newCase.title),
  description: Type.Optional(newCase.description),
})

const changes = { ...changed(caseEntity), ...changedTags }
const CaseChange = withDottedFields(changes)
const CasesChange = withDottedFields({ ids: Ids, ...changes })

const resource = 'case'

const write = { method: 'POST', ...writing, resource, ignoresUnknown: true } as const

export const [createCase, createCaseV1] = inBothVersions(
  { ...write, summary: 'Create a case', input: NewCase, status: 201 },
  v0('/case', CaseV0),
  v1('/case', CaseV1),
)

const get = {
  method: 'GET',
  ...reading,
  summary: 'Get a case, by id or number',
  resource,
  params: idParams,
} as const
export const getCase = endpoint({
  ...get,
  ...v0('/case/:id', CaseV0),
  input: Type.Object(
    {
      nstats: Type.Optional(
        Type.Boolean({ description: 'Include counts of tasks and observables' }),
      ),
    },
    { additionalProperties: false },
  ),
})
export const getCaseV1 = endpoint({ ...get, ...v1('/case/:id', CaseV1) })

export const GoneCase = Type.Object(
  {
    number: Type.Integer(),
    at: Timestamp,
    by: Type.String({ description: 'Login of the user who deleted or merged it' }),
    isMerged: Type.Boolean(),
    heir: Type.Optional(
      Type.Object(
        { id: Type.String(), number: Type.Integer(), title: Type.String() },
        {
          additionalProperties: false,
          title: 'HeirCase',
          description: 'Successor case that now holds its contents, also after several merges',
        },
      ),
    ),
  },
  { title: 'GoneCase', additionalProperties: false },
)
export type GoneCase = Static<typeof GoneCase>

export const getGoneCase = endpoint({
  ...get,
  path: '/api/case/:id/gone',
  summary: 'Get what happened to a deleted or merged case, as long as the audit trail has it',
  output: GoneCase,
})

const fixedV0 = fixed(caseEntity, 0)
const fixedV1 = fixed(caseEntity, 1)
export const [updateCase, updateCaseV1] = inBothVersions(
  {
    ...write,
    method: 'PATCH',
    summary: 'Change a case; `Resolved` closes its tasks',
    params: idParams,
    input: CaseChange,
  },
  { ...v0('/case/:id', CaseV0), fixedAttributes: fixedV0 },
  { ...v1('/case/:id'), fixedAttributes: fixedV1 },
)
export const [updateCases, updateCasesV1] = inBothVersions(
  {
    ...write,
    method: 'PATCH',
    summary: 'Change several cases the same way, all or none',
    input: CasesChange,
  },
  { ...v0('/case/_bulk', Type.Array(CaseV0)), readOnlyAttributes: Object.keys(fixedV0) },
  { ...v1('/case/_bulk'), readOnlyAttributes: Object.keys(fixedV1) },
)

export const [deleteCase, deleteCaseV1] = inBothVersions(
  {
    method: 'DELETE',
    ...writing,
    summary: 'Delete a case with its tasks, observables and actions; its alerts stay',
    resource,
    params: idParams,
  },
  {
    path: '/api/case/:id',
    aliases: ['/api/v0/case/:id', '/api/case/:id/force', '/api/v0/case/:id/force'],
  },
  v1('/case/:id'),
)

export const mergedDescriptions = ['append', 'keep'] as const
const merge = {
  ...write,
  summary: 'Merge cases; the originals are deleted',
  status: 201,
  input: object({
    description: Type.Optional(
      Type.Enum([...mergedDescriptions], {
        default: 'append',
        description:
          '`append` joins all descriptions; `keep` keeps that of the first case, and each other one becomes a comment that names its case',
      }),
    ),
  }),
} as const
export const mergeCases = endpoint({
  ...merge,
  ...v0('/case/:id/_merge/:other', CaseV0),
  params: Type.Object({ id: Type.String(), other: Type.String() }),
})
export const mergeCasesV1 = endpoint({
  ...merge,
  ...v1('/case/_merge/:ids', CaseV1),
  params: Type.Object({ ids: Type.String({ description: 'Ids or numbers, separated by commas' }) }),
})

const flag = Type.Optional(Type.Boolean())
export const applyCaseTemplate = empty({
  ...write,
  ...v1('/case/_bulk/caseTemplate'),
  summary:
    'Apply a case template to existing cases, all or none; only what is asked for is taken over',
  input: object({
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 520 }), { minItems: 1, maxItems: 100 }),
    caseTemplate: Type.String({ minLength: 1, maxLength: 256, description: 'Name or id' }),
    updateTitlePrefix: flag,
    updateDescription: flag,
    updateTags: flag,
    updateSeverity: flag,
    updateFlag: flag,
    updateTlp: flag,
    updatePap: flag,
    updateCustomFields: flag,
    importTasks: Type.Optional(
      Type.Array(Type.String({ maxLength: 512 }), {
        maxItems: 200,
        description: 'Titles of its tasks',
      }),
    ),
  }),
})

export const changeCaseOwner = empty({
  ...write,
  ...v1('/case/:id/owner'),
  summary: 'Does nothing for your organization; returns 400 for another: share the case instead',
  params: idParams,
  input: object({ organisation: Type.String({ minLength: 1, maxLength: 256 }) }),
})

export const changeCaseAccess = empty({
  ...write,
  ...v1('/case/:id/access'),
  summary: 'Does nothing for the access of the organization; returns 400 for single users',
  params: idParams,
  input: object({
    access: Type.Object(
      { _kind: Type.String({ maxLength: 64 }) },
      { additionalProperties: true, description: '`_kind`: OrganisationAccessKind' },
    ),
  }),
})
