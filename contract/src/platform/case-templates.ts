import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { AnyObject, Name, Timestamp } from '../values.ts'
import { CustomFieldsForm, orNull } from './marked.ts'
import { CustomFieldValueV1 } from './objects-v1.ts'
import {
  administrators,
  Description,
  idParams,
  Moment,
  Pap,
  readers,
  Severity,
  Tags,
  Title,
  Tlp,
  v0,
  v1,
} from './values.ts'

/** A task that comes with a new case or waits in a template. */
export const TaskForm = Type.Object(
  {
    title: Title,
    group: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 256 }))),
    description: Type.Optional(orNull(Description)),
    owner: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
    assignee: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
    status: Type.Optional(orNull(Type.Enum(['Waiting', 'InProgress', 'Completed', 'Cancel']))),
    flag: Type.Optional(orNull(Type.Boolean())),
    startDate: Type.Optional(orNull(Moment)),
    endDate: Type.Optional(orNull(Moment)),
    dueDate: Type.Optional(orNull(Moment)),
    order: Type.Optional(orNull(Type.Number({ minimum: -1e9, maximum: 1e9 }))),
  },
  { additionalProperties: true },
)
export type TaskForm = Static<typeof TaskForm>

export const TaskForms = Type.Array(TaskForm, { maxItems: 200 })

const texts = Type.Array(Type.String())

const shown = {
  name: Type.String(),
  displayName: Type.String(),
  titlePrefix: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  severity: Type.Optional(Type.Integer()),
  tags: texts,
  flag: Type.Boolean(),
  tlp: Type.Optional(Type.Integer()),
  pap: Type.Optional(Type.Integer()),
  summary: Type.Optional(Type.String()),
  tasks: Type.Array(AnyObject),
}

export const CaseTemplateV0 = Type.Object(
  {
    _id: Type.String(),
    id: Type.String(),
    createdBy: Type.String(),
    createdAt: Timestamp,
    updatedBy: Type.Optional(Type.String()),
    updatedAt: Type.Optional(Timestamp),
    _type: Type.Literal('caseTemplate'),
    ...shown,
    status: Type.Literal('Ok'),
    customFields: AnyObject,
    metrics: AnyObject,
  },
  { title: 'CaseTemplateV0', additionalProperties: false },
)
export type CaseTemplateV0 = Static<typeof CaseTemplateV0>

export const CaseTemplateV1 = Type.Object(
  {
    _id: Type.String(),
    _type: Type.Literal('CaseTemplate'),
    _createdBy: Type.String(),
    _createdAt: Timestamp,
    _updatedBy: Type.Optional(Type.String()),
    _updatedAt: Type.Optional(Timestamp),
    ...shown,
    customFields: Type.Array(CustomFieldValueV1),
    extraData: AnyObject,
  },
  { title: 'CaseTemplateV1', additionalProperties: false },
)
export type CaseTemplateV1 = Static<typeof CaseTemplateV1>

const TemplateName = Name('Unique in the organization; `~` at the start is kept for ids')

const marks = {
  displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  titlePrefix: Type.Optional(orNull(Type.String({ maxLength: 128 }))),
  description: Type.Optional(orNull(Description)),
  severity: Type.Optional(orNull(Severity)),
  tags: Type.Optional(Tags),
  flag: Type.Optional(Type.Boolean()),
  tlp: Type.Optional(orNull(Tlp)),
  pap: Type.Optional(orNull(Pap)),
  summary: Type.Optional(orNull(Description)),
  tasks: Type.Optional(TaskForms),
  customFields: Type.Optional(CustomFieldsForm),
}

const NewCaseTemplate = Type.Object(
  { name: TemplateName, ...marks },
  { additionalProperties: false },
)
const CaseTemplateChange = Type.Object(
  { name: Type.Optional(TemplateName), ...marks },
  { additionalProperties: false },
)

const resource = 'caseTemplate'

const createCall = {
  method: 'POST',
  roles: administrators,
  summary: 'Make a case template',
  resource,
  input: NewCaseTemplate,
  ignoresUnknown: true,
} as const
export const createCaseTemplate = endpoint({
  ...createCall,
  ...v0('/case/template'),
  output: CaseTemplateV0,
  status: 201,
})
export const createCaseTemplateV1 = endpoint({
  ...createCall,
  ...v1('/caseTemplate'),
  output: CaseTemplateV1,
  status: 201,
})

const getCall = {
  method: 'GET',
  roles: readers,
  summary: 'A case template, by id or name',
  resource,
  params: idParams,
} as const
export const getCaseTemplate = endpoint({
  ...getCall,
  ...v0('/case/template/:id'),
  output: CaseTemplateV0,
})
export const getCaseTemplateV1 = endpoint({
  ...getCall,
  ...v1('/caseTemplate/:id'),
  output: CaseTemplateV1,
})

const updateCall = {
  method: 'PATCH',
  roles: administrators,
  summary: 'Change a case template; cases made from it stay as they are',
  resource,
  params: idParams,
  input: CaseTemplateChange,
  ignoresUnknown: true,
} as const
export const updateCaseTemplate = endpoint({
  ...updateCall,
  ...v0('/case/template/:id'),
  output: CaseTemplateV0,
})
export const updateCaseTemplateV1 = empty({ ...updateCall, ...v1('/caseTemplate/:id') })

const deleteCall = {
  method: 'DELETE',
  roles: administrators,
  summary: 'Remove a case template; cases made from it stay as they are',
  resource,
  params: idParams,
} as const
export const deleteCaseTemplate = empty({ ...deleteCall, ...v0('/case/template/:id') })
export const deleteCaseTemplateV1 = empty({ ...deleteCall, ...v1('/caseTemplate/:id') })
