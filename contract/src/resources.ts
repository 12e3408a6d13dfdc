import { type Static, Type } from 'typebox'
import { empty, endpoint, file } from './endpoint.ts'
import { FileInput, plainPart } from './files.ts'
import { object } from './values.ts'

export const resourceSources = ['organization', 'server'] as const

const name = Type.String({ description: 'Name of an upload' })

/** A file that built-in analyzers may be configured with: rules, lists, databases. */
export const Resource = object(
  {
    name: Type.String({ description: 'Name of an upload, otherwise the path in the folder' }),
    source: Type.Enum([...resourceSources], {
      description: "Uploaded by your organization, or provided by the server's operator",
    }),
    reference: Type.String({ description: 'Reference to use in a configuration' }),
    size: Type.Integer({ description: 'Bytes; 0 for a folder' }),
    isFolder: Type.Optional(Type.Boolean({ description: 'Stands for all files in it' })),
    sha256: Type.Optional(Type.String()),
    createdAt: Type.Optional(Type.Integer({ description: 'Epoch milliseconds' })),
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
  summary: 'List files for built-in analyzers: uploads, and those the operator provides',
  output: Type.Array(Resource),
})

export const uploadResource = endpoint({
  method: 'POST',
  path: '/api/resource',
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Upload a file for built-in analyzers; replaces one with the same name',
  input: object({
    name: Type.Optional(
      Type.String({
        description:
          'Letters, digits, spaces and . _ - + ( ), at most 128; defaults to the file name',
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
  summary: 'Download an upload',
  params: Type.Object({ name }),
})

export const deleteResource = empty({
  method: 'DELETE',
  path: '/api/resource/:name',
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Delete an upload that no configuration uses',
  params: Type.Object({ name }),
})
