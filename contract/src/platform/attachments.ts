import { type Static, Type } from 'typebox'
import { empty, endpoint, file } from '../endpoint.ts'
import { FilesInput, plainPart } from '../files.ts'
import { AnyObject, object } from '../values.ts'
import { idParams, keysV1, readers, writers } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'attachment'

export const AttachmentV1 = object(
  {
    ...keysV1,
    _type: Type.Literal('Attachment'),
    id: Type.String({ description: 'SHA-256 of the file' }),
    name: Type.String(),
    size: Type.Integer(),
    contentType: Type.String(),
    hashes: Type.Array(Type.String(), { description: 'SHA-256, SHA-1, MD5' }),
    extraData: AnyObject,
  },
  'AttachmentV1',
)
export type AttachmentV1 = Static<typeof AttachmentV1>

const Added = object({ attachments: Type.Array(AttachmentV1) })
const input = object({ attachments: FilesInput })
const oneOf = Type.Object({
  id: Type.String(),
  attachmentId: Type.String({ description: '`_id` or SHA-256' }),
})

const oneOfOrganisation = Type.Object({
  id: Type.String({ description: '`_id` or SHA-256' }),
})

const add = {
  method: 'POST',
  roles: writers,
  effect: 'write',
  resource,
  params: idParams,
  input,
  status: 201,
} as const
const read = { method: 'GET', roles: readers, effect: 'read', resource, params: oneOf } as const
const remove = {
  method: 'DELETE',
  roles: writers,
  effect: 'write',
  resource,
  params: oneOf,
} as const

export const addCaseAttachments = endpoint({
  ...add,
  ...v1('/case/:id/attachments', Added),
  summary: 'Attach files to a case, as file parts `attachments`',
})
export const addAlertAttachments = endpoint({
  ...add,
  ...v1('/alert/:id/attachments', Added),
  summary: 'Attach files to an alert, as file parts `attachments`',
})
export const downloadCaseAttachment = file({
  ...read,
  ...v1('/case/:id/attachment/:attachmentId/download'),
  summary: 'Download a case file; the query step `attachments` lists them',
})
export const downloadAlertAttachment = file({
  ...read,
  ...v1('/alert/:id/attachment/:attachmentId/download'),
  summary: 'Download an alert file; the query step `attachments` lists them',
})
export const deleteCaseAttachment = empty({
  ...remove,
  ...v1('/case/:id/attachment/:attachmentId'),
  summary: 'Delete a file from a case',
})
export const deleteAlertAttachment = empty({
  ...remove,
  ...v1('/alert/:id/attachment/:attachmentId'),
  summary: 'Delete a file from an alert',
})
export const addOrganisationAttachments = endpoint({
  method: 'POST',
  roles: writers,
  effect: 'write',
  resource,
  ...v1('/attachment', Added),
  input: object({
    attachments: FilesInput,
    canRename: Type.Optional(
      Type.Boolean({
        ...plainPart,
        default: true,
        description: 'A file whose name is taken gets a number; with false it is refused',
      }),
    ),
  }),
  status: 201,
  summary: 'Store files of the organization, as file parts `attachments`; up to 500',
})
export const downloadOrganisationAttachment = file({
  ...read,
  ...v1('/attachment/:id/download'),
  params: oneOfOrganisation,
  summary:
    'Download a file of the organization; the query `getOrganisation`, `attachments` lists them',
})
export const deleteOrganisationAttachment = empty({
  ...remove,
  ...v1('/attachment/:id'),
  params: oneOfOrganisation,
  summary: 'Delete a file of the organization',
})
export const addLogAttachments = endpoint({
  ...add,
  ...v1('/log/:id/attachments', Added),
  summary: 'Attach files to a task log, as file parts `attachments`',
})
export const deleteLogAttachment = empty({
  ...remove,
  ...v1('/log/:id/attachments/:attachmentId'),
  summary: 'Delete a file from a task log; the query step `attachments` lists them',
})
export const downloadObservableAttachment = file({
  ...read,
  ...v1('/observable/:id/attachment/:attachmentId/download'),
  input: object({
    asZip: Type.Optional(
      Type.Enum(['true', 'false', 'True', 'False'], {
        description: 'In a ZIP archive with the password in `datastore.attachment.password`',
      }),
    ),
  }),
  summary: 'Download the file of an observable',
})
