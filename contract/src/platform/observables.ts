import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { FileInput } from '../files.ts'
import { AnyObject, Secret } from '../values.ts'
import { Ids, orNull } from './marked.ts'
import { ObservableV0 } from './objects-v0.ts'
import { ObservableV1 } from './objects-v1.ts'
import { Description, idParams, readers, Tags, Tlp, v0, v1, writers } from './values.ts'

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
const marks = {
  message: Type.Optional(Description),
  tlp: Type.Optional(Tlp),
  tags: Type.Optional(Tags),
  ioc: Type.Optional(Type.Boolean()),
  sighted: Type.Optional(Type.Boolean()),
  ignoreSimilarity: Type.Optional(Type.Boolean()),
}

const DataType = Type.String({ minLength: 1, maxLength: 128 })
const Data = Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 5_000 })], {
  description: 'The value, or several: one observable each. Of a file: `name;type;base64`',
})

const NewObservable = Type.Object(
  {
    dataType: DataType,
    data: Type.Optional(Data),
    attachment: Type.Optional(
      Type.Union([StoredAttachment, Type.Array(StoredAttachment, { maxItems: 100 }), FileInput], {
        description: 'A file part, or files that the organization already has',
      }),
    ),
    isZip: Type.Optional(Type.Boolean({ description: 'The files in the archive, one each' })),
    zipPassword: Type.Optional(Secret({ maxLength: 256 })),
    ...marks,
  },
  { additionalProperties: false },
)

/** One of the observables that come with an alert: no file parts, and clients send more keys. */
export const InlineObservable = Type.Object(
  {
    dataType: DataType,
    data: Type.Optional(Type.Union([Data, Type.Null()])),
    attachment: Type.Optional(
      Type.Union([StoredAttachment, Type.Array(StoredAttachment, { maxItems: 100 }), Type.Null()]),
    ),
    ...marks,
    message: Type.Optional(orNull(Description)),
  },
  { additionalProperties: true },
)
export type InlineObservable = Static<typeof InlineObservable>

const changes = {
  dataType: Type.Optional(DataType),
  ...marks,
  message: Type.Optional(orNull(Description)),
  addTags: Type.Optional(Tags),
  removeTags: Type.Optional(Tags),
}
const ObservableChange = Type.Object(changes, { additionalProperties: false })
const ObservablesChange = Type.Object({ ids: Ids, ...changes }, { additionalProperties: false })

/** Status 207, also for a single one: those that were not made are told one by one. */
const someOf = <T extends typeof ObservableV0 | typeof ObservableV1>(row: T) =>
  Type.Union([
    Type.Array(row),
    Type.Object(
      {
        success: Type.Array(row),
        failure: Type.Array(
          Type.Object(
            { type: Type.String(), message: Type.String(), object: AnyObject },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  ])

const read = { method: 'GET', roles: readers, resource, params: idParams } as const
const change = { method: 'PATCH', roles: writers, resource, ignoresUnknown: true } as const
const anotherValue = 'an observable is its value; add another one instead'
const fixedAttributes = {
  data: anotherValue,
  attachment: anotherValue,
  startDate: 'it is the moment in which the observable was added',
}
const remove = { method: 'DELETE', roles: writers, resource, params: idParams } as const
const create = {
  method: 'POST',
  roles: writers,
  resource,
  ignoresUnknown: true,
  params: idParams,
  input: NewObservable,
  status: 201,
} as const

/** Observables of alerts answer under a path of their own as well. */
const either = (path: string) => {
  const ofCase = v0(`/case${path}`)
  const ofAlert = v0(`/alert${path}`)
  return { ...ofCase, aliases: [...ofCase.aliases, ofAlert.path, ...ofAlert.aliases] }
}

export const createCaseObservable = endpoint({
  ...create,
  ...v0('/case/:id/artifact'),
  summary: 'Add observables to a case; 207 when any of them is there already',
  output: someOf(ObservableV0),
})

export const createAlertObservable = endpoint({
  ...create,
  ...v0('/alert/:id/artifact'),
  summary: 'Add observables to an alert; 207 when any of them is there already',
  output: someOf(ObservableV0),
})

export const getObservable = endpoint({
  ...read,
  ...either('/artifact/:id'),
  summary: 'Read an observable of a case or an alert',
  output: ObservableV0,
})

export const updateObservable = endpoint({
  ...change,
  ...either('/artifact/:id'),
  summary: 'Change an observable',
  params: idParams,
  input: ObservableChange,
  fixedAttributes,
  output: ObservableV0,
})

export const updateObservables = empty({
  ...change,
  ...either('/artifact/_bulk'),
  summary: 'Change many observables at once, all or none',
  input: ObservablesChange,
  readOnlyAttributes: Object.keys(fixedAttributes),
})

export const deleteObservable = empty({
  ...remove,
  ...either('/artifact/:id'),
  summary: 'Remove an observable with its actions, analyses and file',
})

export const createCaseObservableV1 = endpoint({
  ...create,
  ...v1('/case/:id/observable'),
  aliases: ['/api/v1/case/:id/artifact'],
  summary: 'Add observables to a case; 207 when any of them is there already',
  output: someOf(ObservableV1),
})

export const createAlertObservableV1 = endpoint({
  ...create,
  ...v1('/alert/:id/observable'),
  aliases: ['/api/v1/alert/:id/artifact'],
  summary: 'Add observables to an alert; 207 when any of them is there already',
  output: someOf(ObservableV1),
})

export const getObservableV1 = endpoint({
  ...read,
  ...v1('/observable/:id'),
  summary: 'Read an observable of a case or an alert',
  output: ObservableV1,
})

export const updateObservableV1 = empty({
  ...change,
  ...v1('/observable/:id'),
  summary: 'Change an observable',
  params: idParams,
  input: ObservableChange,
  fixedAttributes,
})

export const updateObservablesV1 = empty({
  ...change,
  ...v1('/observable/_bulk'),
  summary: 'Change many observables at once, all or none',
  input: ObservablesChange,
  readOnlyAttributes: Object.keys(fixedAttributes),
})

export const deleteObservableV1 = empty({
  ...remove,
  ...v1('/observable/:id'),
  summary: 'Remove an observable with its actions, analyses and file',
})
