import { type Static, Type } from 'typebox'
import { FileInput } from '../files.ts'
import { AnyObject, object, orNull, Secret } from '../values.ts'
import { observable } from './entities/observable.ts'
import { changed, created, fixed } from './entities/schemas.ts'
import { Ids } from './marked.ts'
import { ObservableV0, ObservableV1 } from './objects.ts'
import { Description, idParams, reading, Tags, writing } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'observable'

/** A file that the organization already has. */
const StoredAttachment = Type.Object(
  {
    id: Type.String({ maxLength: 64, description: 'SHA-256' }),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    contentType: Type.Optional(Type.String({ maxLength: 255 })),
  },
  { additionalProperties: true },
)

/** Everything but the value, which is text or a file. */
const marks = created(observable)
const Data = Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 5_000 })], {
  description: 'One value or several, one observable each. For a file: `name;type;base64`',
})

const NewObservable = object({
  ...marks,
  data: Type.Optional(Data),
  attachment: Type.Optional(
    Type.Union([StoredAttachment, Type.Array(StoredAttachment, { maxItems: 100 }), FileInput], {
      description: 'File part, or files the organization already has',
    }),
  ),
  isZip: Type.Optional(Type.Boolean({ description: 'Add each file in the archive' })),
  zipPassword: Type.Optional(Secret({ maxLength: 256 })),
})

/** One of the observables that come with an alert: files are parts of the request, and clients send more keys. */
export const InlineObservable = Type.Object(
  {
    ...marks,
    data: Type.Optional(Type.Union([Data, Type.Null()])),
    attachment: Type.Optional(
      Type.Union(
        [
          StoredAttachment,
          Type.Array(StoredAttachment, { maxItems: 100 }),
          Type.String({ minLength: 1, maxLength: 256 }),
          Type.Null(),
        ],
        { description: 'Name of a file part, or files the organization already has' },
      ),
    ),
    message: Type.Optional(orNull(Description)),
  },
  { additionalProperties: true },
)
export type InlineObservable = Static<typeof InlineObservable>

const changes = {
  ...changed(observable),
  addTags: Type.Optional(Tags),
  removeTags: Type.Optional(Tags),
}
const ObservableChange = object(changes)
const ObservablesChange = object({ ids: Ids, ...changes })

/** Status 207, also for a single one: those that were not made are listed one by one. */
const someOf = <T extends typeof ObservableV0 | typeof ObservableV1>(row: T) =>
  Type.Union([
    Type.Array(row),
    object({
      success: Type.Array(row),
      failure: Type.Array(
        object({ type: Type.String(), message: Type.String(), object: AnyObject }),
      ),
    }),
  ])

const change = { method: 'PATCH', ...writing, resource, ignoresUnknown: true } as const
const fixedAttributes = {
  ...fixed(observable, 1),
  attachment: observable.attributes.data.fixed,
}
const create = {
  method: 'POST',
  ...writing,
  resource,
  ignoresUnknown: true,
  params: idParams,
  input: NewObservable,
  status: 201,
} as const

/** Observables of alerts are also available under a separate path. */
const either = (path: string) => {
  const ofCase = v0(`/case${path}`)
  const ofAlert = v0(`/alert${path}`)
  return { ...ofCase, aliases: [...ofCase.aliases, ofAlert.path, ...ofAlert.aliases] }
}

export const [createCaseObservable, createCaseObservableV1] = inBothVersions(
  { ...create, summary: 'Add observables to a case; 207 if any of them already exists' },
  v0('/case/:id/artifact', someOf(ObservableV0)),
  {
    ...v1('/case/:id/observable', someOf(ObservableV1)),
    aliases: ['/api/v1/case/:id/artifact'],
  },
)
export const [createAlertObservable, createAlertObservableV1] = inBothVersions(
  { ...create, summary: 'Add observables to an alert; 207 if any of them already exists' },
  v0('/alert/:id/artifact', someOf(ObservableV0)),
  {
    ...v1('/alert/:id/observable', someOf(ObservableV1)),
    aliases: ['/api/v1/alert/:id/artifact'],
  },
)
export const [getObservable, getObservableV1] = inBothVersions(
  {
    method: 'GET',
    ...reading,
    resource,
    params: idParams,
    summary: 'Read an observable of a case or an alert',
  },
  { ...either('/artifact/:id'), output: ObservableV0 },
  v1('/observable/:id', ObservableV1),
)
export const [updateObservable, updateObservableV1] = inBothVersions(
  { ...change, summary: 'Change an observable', params: idParams, input: ObservableChange },
  { ...either('/artifact/:id'), output: ObservableV0, fixedAttributes },
  { ...v1('/observable/:id'), fixedAttributes },
)
const readOnlyAttributes = Object.keys(fixedAttributes)
export const [updateObservables, updateObservablesV1] = inBothVersions(
  {
    ...change,
    summary: 'Change several observables, all or none',
    input: ObservablesChange,
  },
  { ...either('/artifact/_bulk'), readOnlyAttributes },
  { ...v1('/observable/_bulk'), readOnlyAttributes },
)
export const [deleteObservable, deleteObservableV1] = inBothVersions(
  {
    method: 'DELETE',
    ...writing,
    resource,
    params: idParams,
    summary: 'Delete an observable with its actions, analyses and file',
  },
  either('/artifact/:id'),
  v1('/observable/:id'),
)
