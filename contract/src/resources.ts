import { type Static, Type } from 'typebox'
import { empty, endpoint, file } from './endpoint.ts'
import { FileInput, plainPart } from './files.ts'
import { object } from './values.ts'

export const resourceSources = ['organization', 'server'] as const

const name = Type.String({ description: 'Name of an upload' })

/** A file that built-in analyzers may be configured with: rules, lists, databases. */
export const Resource = object(
  {
    name: Type.String({ description: 'Of an upload its name, else the path below the folder' }),
    source: Type.Enum([...resourceSources], {
      description: 'Uploaded by your organization, or offered by the operator of the server',
    }),
    reference: Type.String({ description: 'What a configuration holds to choose it' }),
    size: Type.Integer({ description: 'Bytes; 0 for a folder' }),
    isFolder: Type.Optional(Type.Boolean({ description: 'All files below it' })),
    sha256: Type.Optional(Type.String()),
    createdAt: Type.Optional(Type.Integer({ description: 'Milliseconds since 1970' })),
    createdBy: Type.Optional(Type.String()),
  },
  'Resource',
)
export type Resource = Static<typeof Resource>

const resource = 'resource'

export const listResources = endpoint({
  method: 'GET',
  path: '/api/resource',
  roles: ['orgadmin'],
  effect: 'read',
  resource,
  summary:
    'Files that built-in analyzers can be configured with: uploads, and what the operator offers',
  output: Type.Array(Resource),
})

export const uploadResource = endpoint({
  method: 'POST',
  path: '/api/resource',
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Upload a file for built-in analyzers; one of the same name is replaced',
  input: object({
    name: Type.Optional(
      Type.String({
        description: 'Letters, digits, blanks and . _ - + ( ), at most 128; else the file name',
        ...plainPart,
      }),
    ),
    attachment: FileInput,
  }),
  output: Resource,
  status: 201,
})

export const getResourceContent = file({
  method: 'GET',
  path: '/api/resource/:name/content',
  roles: ['orgadmin'],
  effect: 'read',
  resource,
  summary: 'An upload itself',
  params: Type.Object({ name }),
})

export const deleteResource = empty({
  method: 'DELETE',
  path: '/api/resource/:name',
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Remove an upload that no configuration refers to',
  params: Type.Object({ name }),
})
