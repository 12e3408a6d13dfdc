import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { orNull, Timestamp } from '../values.ts'
import { TaskForms } from './case-templates.ts'
import { changedMarks, Ids, newMarks, withDottedFields } from './marked.ts'
import { CaseV0, CaseV1 } from './objects.ts'
import { Description, idParams, Moment, reading, writing } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const Login = Type.String({ minLength: 1, maxLength: 256 })

/** Both spellings in both versions: `owner`, `user` and `assignee` name the same person. */
const NewCase = withDottedFields({
  ...newMarks,
  startDate: Type.Optional(Moment),
  endDate: Type.Optional(Moment),
  summary: Type.Optional(Description),
  owner: Type.Optional(Login),
  user: Type.Optional(Login),
  assignee: Type.Optional(Login),
  template: Type.Optional(Type.String({ maxLength: 256, description: 'Name of a case template' })),
  caseTemplate: Type.Optional(Type.String({ maxLength: 256 })),
  tasks: Type.Optional(TaskForms),
})

const changes = {
  ...changedMarks,
  startDate: Type.Optional(Moment),
  endDate: Type.Optional(orNull(Moment)),
  status: Type.Optional(
    orNull(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Open, Resolved, Duplicated, or a status from `listCaseStatus`',
      }),
    ),
  ),
  summary: Type.Optional(orNull(Description)),
  owner: Type.Optional(orNull(Login)),
  user: Type.Optional(orNull(Login)),
  assignee: Type.Optional(orNull(Login)),
  resolutionStatus: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
  impactStatus: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
}
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

const numbered = 'the platform numbers cases'
export const [updateCase, updateCaseV1] = inBothVersions(
  {
    ...write,
    method: 'PATCH',
    summary: 'Change a case; `Resolved` closes its tasks',
    params: idParams,
    input: CaseChange,
  },
  { ...v0('/case/:id', CaseV0), fixedAttributes: { caseId: numbered } },
  { ...v1('/case/:id'), fixedAttributes: { number: numbered } },
)
export const [updateCases, updateCasesV1] = inBothVersions(
  {
    ...write,
    method: 'PATCH',
    summary: 'Change several cases the same way, all or none',
    input: CasesChange,
  },
  { ...v0('/case/_bulk', Type.Array(CaseV0)), readOnlyAttributes: ['caseId'] },
  { ...v1('/case/_bulk'), readOnlyAttributes: ['number'] },
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

const merge = { ...write, summary: 'Merge cases; the originals are deleted', status: 201 } as const
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
