import { type Static, Type } from 'typebox'
import { empty } from '../endpoint.ts'
import { AnyObject, Name, object, orNull } from '../values.ts'
import { form } from './entities/schemas.ts'
import { task } from './entities/task.ts'
import { CustomFieldsForm } from './marked.ts'
import { CustomFieldValueV1 } from './objects.ts'
import {
  administrators,
  Description,
  idParams,
  keysV0,
  keysV1,
  Pap,
  readers,
  Severity,
  Tags,
  Tlp,
} from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

/** A task that comes with a new case or waits in a template. */
export const TaskForm = Type.Object(
  {
    ...form(task),
    group: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 256 }))),
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

export const CaseTemplateV0 = object(
  {
    ...keysV0,
    _type: Type.Literal('caseTemplate'),
    ...shown,
    status: Type.Literal('Ok'),
    customFields: AnyObject,
    metrics: AnyObject,
  },
  'CaseTemplateV0',
)
export type CaseTemplateV0 = Static<typeof CaseTemplateV0>

export const CaseTemplateV1 = object(
  {
    ...keysV1,
    _type: Type.Literal('CaseTemplate'),
    ...shown,
    customFields: Type.Array(CustomFieldValueV1),
    extraData: AnyObject,
  },
  'CaseTemplateV1',
)
export type CaseTemplateV1 = Static<typeof CaseTemplateV1>

const TemplateName = Name('Unique in the organization; a leading `~` is reserved for ids')

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

const NewCaseTemplate = object({ name: TemplateName, ...marks })
const CaseTemplateChange = object({ name: Type.Optional(TemplateName), ...marks })

const resource = 'caseTemplate'

export const [createCaseTemplate, createCaseTemplateV1] = inBothVersions(
  {
    method: 'POST',
    roles: administrators,
    effect: 'write',
    summary: 'Create a case template',
    resource,
    input: NewCaseTemplate,
    ignoresUnknown: true,
    status: 201,
  },
  v0('/case/template', CaseTemplateV0),
  v1('/caseTemplate', CaseTemplateV1),
)

const one = { resource, params: idParams }
export const [getCaseTemplate, getCaseTemplateV1] = inBothVersions(
  {
    ...one,
    method: 'GET',
    effect: 'read',
    roles: readers,
    summary: 'Get a case template, by id or name',
  },
  v0('/case/template/:id', CaseTemplateV0),
  v1('/caseTemplate/:id', CaseTemplateV1),
)
export const [updateCaseTemplate, updateCaseTemplateV1] = inBothVersions(
  {
    ...one,
    method: 'PATCH',
    roles: administrators,
    effect: 'write',
    summary: 'Change a case template; cases created from it stay unchanged',
    input: CaseTemplateChange,
    ignoresUnknown: true,
  },
  v0('/case/template/:id', CaseTemplateV0),
  v1('/caseTemplate/:id'),
)
export const linkPageTemplates = empty({
  ...one,
  ...v1('/caseTemplate/:id/pageTemplate/link'),
  method: 'PUT',
  roles: administrators,
  effect: 'write',
  ignoresUnknown: true,
  input: object({
    pageTemplateIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100 }),
  }),
  summary:
    'Set the page templates of a case template: cases created from it get these pages; the query step `pageTemplates` lists them',
})
export const [deleteCaseTemplate, deleteCaseTemplateV1] = inBothVersions(
  {
    ...one,
    method: 'DELETE',
    roles: administrators,
    effect: 'write',
    summary: 'Delete a case template; cases created from it stay unchanged',
  },
  v0('/case/template/:id'),
  v1('/caseTemplate/:id'),
)
