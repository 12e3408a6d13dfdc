import { Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { object } from '../values.ts'
import { idParams, reading, writing } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'case'
const type = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'How the two belong together, such as `parent`',
})
const ToCase = object({
  type,
  caseId: Type.String({ minLength: 1, maxLength: 64, description: 'Id or number' }),
})
export const ToAddress = object({
  type,
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'http or https' }),
})

const link = {
  ...writing,
  method: 'POST',
  resource,
  params: idParams,
  ignoresUnknown: true,
} as const

export const linkCase = empty({
  ...link,
  ...v1('/case/:id/link/case/add'),
  input: ToCase,
  summary: 'Link two cases; both show it, see `links` of `extraData`',
})
export const unlinkCase = empty({
  ...link,
  ...v1('/case/:id/link/case/remove'),
  input: ToCase,
  summary: 'Remove a link between two cases, from either of them',
})
export const linkAddress = empty({
  ...link,
  ...v1('/case/:id/link/external/add'),
  input: ToAddress,
  summary: 'Link a case to an http or https address, such as a ticket',
})
export const unlinkAddress = empty({
  ...link,
  ...v1('/case/:id/link/external/remove'),
  input: ToAddress,
  summary: 'Remove the link from a case to an address',
})

export const listLinkTypes = endpoint({
  ...reading,
  ...v1('/case/link/types', Type.Array(Type.String())),
  method: 'GET',
  resource,
  summary: 'List the link types in use in the organization, up to 1,000',
})
