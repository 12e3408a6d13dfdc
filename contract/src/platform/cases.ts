import { Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { TaskForms } from './case-templates.ts'
import { changedMarks, dottedFields, Ids, newMarks, orNull } from './marked.ts'
import { CaseV0 } from './objects-v0.ts'
import { CaseV1 } from './objects-v1.ts'
import { Description, idParams, Moment, readers, v0, v1, writers } from './values.ts'

const Login = Type.String({ minLength: 1, maxLength: 256 })

/** Both spellings in both versions: `owner`, `user` and `assignee` name the same person. */
const NewCase = Type.Object(
  {
    ...newMarks,
    startDate: Type.Optional(Moment),
    endDate: Type.Optional(Moment),
    summary: Type.Optional(Description),
    owner: Type.Optional(Login),
    user: Type.Optional(Login),
    assignee: Type.Optional(Login),
    template: Type.Optional(
      Type.String({ maxLength: 256, description: 'Name of a case template' }),
    ),
    caseTemplate: Type.Optional(Type.String({ maxLength: 256 })),
    tasks: Type.Optional(TaskForms),
  },
  { additionalProperties: false, patternProperties: dottedFields },
)

const changes = {
  ...changedMarks,
  startDate: Type.Optional(Moment),
  endDate: Type.Optional(orNull(Moment)),
  status: Type.Optional(orNull(Type.Enum(['Open', 'Resolved', 'Duplicated']))),
  summary: Type.Optional(orNull(Description)),
  owner: Type.Optional(orNull(Login)),
  user: Type.Optional(orNull(Login)),
  assignee: Type.Optional(orNull(Login)),
  resolutionStatus: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
  impactStatus: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
}
const CaseChange = Type.Object(changes, {
  additionalProperties: false,
  patternProperties: dottedFields,
})
const CasesChange = Type.Object(
  { ids: Ids, ...changes },
  { additionalProperties: false, patternProperties: dottedFields },
)

const resource = 'case'

const createCall = {
  method: 'POST',
  roles: writers,
  summary: 'Open a case',
  resource,
  input: NewCase,
  ignoresUnknown: true,
} as const
export const createCase = endpoint({ ...createCall, ...v0('/case'), output: CaseV0, status: 201 })
export const createCaseV1 = endpoint({ ...createCall, ...v1('/case'), output: CaseV1, status: 201 })

const getCall = {
  method: 'GET',
  roles: readers,
  summary: 'A case, by id or number',
  resource,
  params: idParams,
} as const
export const getCase = endpoint({
  ...getCall,
  ...v0('/case/:id'),
  input: Type.Object(
    {
      nstats: Type.Optional(Type.Boolean({ description: 'Adds counts of tasks and observables' })),
    },
    { additionalProperties: false },
  ),
  output: CaseV0,
})
export const getCaseV1 = endpoint({ ...getCall, ...v1('/case/:id'), output: CaseV1 })

const updateCall = {
  method: 'PATCH',
  roles: writers,
  summary: 'Change a case; `Resolved` ends its tasks',
  resource,
  params: idParams,
  input: CaseChange,
  ignoresUnknown: true,
} as const
const numbered = 'cases are numbered by the platform'
export const updateCase = endpoint({
  ...updateCall,
  ...v0('/case/:id'),
  fixedAttributes: { caseId: numbered },
  output: CaseV0,
})
export const updateCaseV1 = empty({
  ...updateCall,
  ...v1('/case/:id'),
  fixedAttributes: { number: numbered },
})

const bulkCall = {
  method: 'PATCH',
  roles: writers,
  summary: 'Make the same change to many cases, all or none',
  resource,
  input: CasesChange,
  ignoresUnknown: true,
} as const
export const updateCases = endpoint({
  ...bulkCall,
  ...v0('/case/_bulk'),
  readOnlyAttributes: ['caseId'],
  output: Type.Array(CaseV0),
})
export const updateCasesV1 = empty({
  ...bulkCall,
  ...v1('/case/_bulk'),
  readOnlyAttributes: ['number'],
})

const deleteCall = {
  method: 'DELETE',
  roles: writers,
  summary: 'Remove a case with its tasks, observables and actions; its alerts stay',
  resource,
  params: idParams,
} as const
export const deleteCase = empty({
  ...deleteCall,
  path: '/api/case/:id',
  aliases: ['/api/v0/case/:id', '/api/case/:id/force', '/api/v0/case/:id/force'],
})
export const deleteCaseV1 = empty({ ...deleteCall, ...v1('/case/:id') })

const mergeCall = {
  method: 'POST',
  roles: writers,
  summary: 'Make one case out of several, which go',
  resource,
  ignoresUnknown: true,
} as const
export const mergeCases = endpoint({
  ...mergeCall,
  ...v0('/case/:id/_merge/:other'),
  params: Type.Object({ id: Type.String(), other: Type.String() }),
  output: CaseV0,
  status: 201,
})
export const mergeCasesV1 = endpoint({
  ...mergeCall,
  ...v1('/case/_merge/:ids'),
  params: Type.Object({ ids: Type.String({ description: 'Ids or numbers with commas between' }) }),
  output: CaseV1,
  status: 201,
})
