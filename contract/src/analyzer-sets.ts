import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

/** Of an organization. */
export const maxAnalyzerSets = 100

const body = {
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  analyzers: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    minItems: 1,
    maxItems: 50,
    description: 'Names of analyzers. Those that are not enabled are left out of a run',
  }),
  dataTypes: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    maxItems: 50,
    description: 'Types of observables that the set is for; empty means all',
  }),
}

/** Analyzers under one name, for runs by people and by rules. */
export const AnalyzerSet = object(
  {
    id: Type.String(),
    ...body,
    createdAt: Timestamp,
    createdBy: Type.String({ description: 'Login' }),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String({ description: 'Login' })),
  },
  'AnalyzerSet',
)
export type AnalyzerSet = Static<typeof AnalyzerSet>

const resource = 'analyzer set'
const base = '/api/analyzerSet'
const params = Type.Object({ id: Type.String({ maxLength: 128 }) })
// Rules run sets with the rights of others, so not everyone who may analyze may change them.
const roles = ['orgadmin'] as const

export const listAnalyzerSets = endpoint({
  method: 'GET',
  path: base,
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary: 'List the analyzer sets of your organization by name',
  output: Type.Array(AnalyzerSet),
})

export const createAnalyzerSet = endpoint({
  method: 'POST',
  path: base,
  roles,
  effect: 'write',
  resource,
  summary: `Save analyzers under a name; at most ${maxAnalyzerSets} sets in an organization`,
  input: object({ ...body, dataTypes: Type.Optional(body.dataTypes) }),
  output: AnalyzerSet,
  status: 201,
})

export const updateAnalyzerSet = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles,
  effect: 'write',
  resource,
  summary: 'Change a set; rules that name it use it as it is when they act',
  params,
  input: object({
    name: Type.Optional(body.name),
    analyzers: Type.Optional(body.analyzers),
    dataTypes: Type.Optional(body.dataTypes),
  }),
  output: AnalyzerSet,
})

export const deleteAnalyzerSet = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles,
  effect: 'write',
  resource,
  summary: 'Delete a set; steps of rules that name it are then skipped',
  params,
})
