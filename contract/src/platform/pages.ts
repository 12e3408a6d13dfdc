import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from '../endpoint.ts'
import { AnyObject, object } from '../values.ts'
import {
  administrators,
  Description,
  idParams,
  keysV0,
  keysV1,
  readers,
  Title,
  writers,
} from './values.ts'
import { v0, v1 } from './versions.ts'

const shown = {
  title: Type.String(),
  content: Type.String(),
  slug: Type.String({ description: 'URL form of the title' }),
  category: Type.String(),
  order: Type.Integer(),
}

/** A page of the organization, as a wiki has them. */
export const PageV0 = object({ ...keysV0, _type: Type.Literal('page'), ...shown }, 'PageV0')
export type PageV0 = Static<typeof PageV0>

/** A page of a case. */
export const PageV1 = object(
  { ...keysV1, _type: Type.Literal('Page'), id: Type.String(), ...shown, extraData: AnyObject },
  'PageV1',
)
export type PageV1 = Static<typeof PageV1>

export const PageTemplateV1 = object(
  {
    ...keysV1,
    _type: Type.Literal('PageTemplate'),
    id: Type.String(),
    ...shown,
    extraData: AnyObject,
  },
  'PageTemplateV1',
)
export type PageTemplateV1 = Static<typeof PageTemplateV1>

const Category = Type.String({ minLength: 1, maxLength: 256 })
const Order = Type.Number({ minimum: -1e9, maximum: 1e9 })
export const NewPage = object({
  title: Title,
  content: Description,
  category: Type.Optional(Category),
  order: Type.Optional(Order),
})
const PageChange = object({
  title: Type.Optional(Title),
  content: Type.Optional(Description),
  category: Type.Optional(Category),
  order: Type.Optional(Order),
})

const pageOfCase = Type.Object({ id: Type.String(), pageId: Type.String() })
const create = {
  method: 'POST',
  effect: 'write',
  input: NewPage,
  ignoresUnknown: true,
  status: 201,
} as const
const read = { method: 'GET', roles: readers, effect: 'read' } as const
const change = {
  method: 'PATCH',
  effect: 'write',
  input: PageChange,
  ignoresUnknown: true,
} as const
const remove = { method: 'DELETE', effect: 'write' } as const
const ofCase = { roles: writers, resource: 'page' } as const

export const createCasePage = endpoint({
  ...create,
  ...ofCase,
  ...v1('/case/:id/page', PageV1),
  params: idParams,
  summary: 'Create a page in a case; the query step `pages` lists them',
})
export const updateCasePage = empty({
  changes: PageV1,
  ...change,
  ...ofCase,
  ...v1('/case/:id/page/:pageId'),
  params: pageOfCase,
  summary: 'Change a case page',
})
export const deleteCasePage = empty({
  ...remove,
  ...ofCase,
  ...v1('/case/:id/page/:pageId'),
  params: pageOfCase,
  summary: 'Delete a case page',
})

const ofTemplate = { roles: administrators, resource: 'pageTemplate' } as const
export const createPageTemplate = endpoint({
  ...create,
  ...ofTemplate,
  ...v1('/pageTemplate', PageTemplateV1),
  summary: 'Store a template for new pages; the query `listPageTemplate` lists them',
})
export const getPageTemplate = endpoint({
  ...read,
  ...v1('/pageTemplate/:id', PageTemplateV1),
  resource: 'pageTemplate',
  params: idParams,
  summary: 'Get a page template',
})
export const updatePageTemplate = empty({
  ...change,
  ...ofTemplate,
  ...v1('/pageTemplate/:id'),
  params: idParams,
  summary: 'Change a page template; pages created from it stay unchanged',
})
export const deletePageTemplate = empty({
  ...remove,
  ...ofTemplate,
  ...v1('/pageTemplate/:id'),
  params: idParams,
  summary: 'Delete a page template; pages created from it stay unchanged',
})

export const createPage = endpoint({
  ...create,
  ...ofCase,
  ...v0('/page', PageV0),
  summary: 'Create an organization page',
})
export const searchPages = list({
  ...v0('/page/_search'),
  method: 'POST',
  roles: readers,
  effect: 'read',
  resource: 'page',
  row: PageV0,
  summary: 'Search organization pages',
})
export const getPage = endpoint({
  ...read,
  ...v0('/page/:id', PageV0),
  resource: 'page',
  params: idParams,
  summary: 'Get an organization page, by id or slug',
})
export const updatePage = endpoint({
  ...change,
  ...ofCase,
  ...v0('/page/:id', PageV0),
  params: idParams,
  summary: 'Change an organization page',
})
export const deletePage = empty({
  ...remove,
  ...ofCase,
  ...v0('/page/:id'),
  params: idParams,
  summary: 'Delete an organization page',
})
