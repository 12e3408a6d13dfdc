import { type Static, Type } from 'typebox'
import { empty, endpoint, list, text } from '../endpoint.ts'
import { FileInput } from '../files.ts'
import { AnyObject, object } from '../values.ts'
import { Description, idParams, keysV0, keysV1 } from './values.ts'

/** The long one shows a report, the short one its summary. */
export const reportTypes = ['long', 'short'] as const
export type ReportType = (typeof reportTypes)[number]

const shown = {
  analyzerId: Type.String({ description: 'Name and version, such as MaxMind_GeoIP_4_0' }),
  reportType: Type.Enum([...reportTypes]),
  content: Type.String({
    description: "Stored as received; this server's web interface does not use it",
  }),
}

export const AnalyzerTemplateV0 = object(
  { ...keysV0, _type: Type.Literal('analyzerTemplate'), ...shown },
  'AnalyzerTemplateV0',
)
export type AnalyzerTemplateV0 = Static<typeof AnalyzerTemplateV0>

export const AnalyzerTemplateV1 = object(
  { ...keysV1, _type: Type.Literal('AnalyzerTemplate'), ...shown, extraData: AnyObject },
  'AnalyzerTemplateV1',
)
export type AnalyzerTemplateV1 = Static<typeof AnalyzerTemplateV1>

/** The older name of the same calls, and those of version 1. */
const at = (path: string) => ({
  path: `/api/connector/cortex/analyzer/template${path}`,
  aliases: [
    `/api/connector/cortex/report/template${path}`,
    `/api/v1/connector/cortex/analyzer/template${path}`,
  ],
})

const resource = 'analyzerTemplate'
const read = { roles: ['read', 'superadmin'], resource } as const
const write = { roles: ['superadmin'], resource } as const

export const searchAnalyzerTemplates = list({
  ...read,
  ...at('/_search'),
  method: 'POST',
  effect: 'read',
  ignoresUnknown: true,
  row: AnalyzerTemplateV0,
  summary: 'Search report templates, which all organizations share',
})
export const createAnalyzerTemplate = endpoint({
  ...write,
  ...at(''),
  method: 'POST',
  effect: 'write',
  ignoresUnknown: true,
  input: object({
    analyzerId: Type.String({ minLength: 1, maxLength: 256 }),
    content: Description,
    reportType: Type.Optional(Type.Enum([...reportTypes], { default: 'long' })),
  }),
  output: AnalyzerTemplateV0,
  status: 201,
  summary: 'Store a report template for an analyzer',
})
export const importAnalyzerTemplates = endpoint({
  ...write,
  ...at('/_import'),
  method: 'POST',
  effect: 'write',
  ignoresUnknown: true,
  input: object({ templates: FileInput }),
  output: Type.Record(Type.String(), Type.Boolean(), {
    description: 'By analyzer: whether its templates were stored',
  }),
  summary: 'Import a zip of `<analyzer>/long.html` and `short.html`, replacing existing ones',
})
export const getAnalyzerTemplateContent = text({
  ...read,
  ...at('/content/:analyzerId'),
  method: 'GET',
  effect: 'read',
  params: Type.Object({ analyzerId: Type.String() }),
  summary: 'Get the long template of an analyzer, by analyzer name or template id',
})
export const getAnalyzerTemplateContentOf = text({
  ...read,
  ...at('/content/:analyzerId/:reportType'),
  method: 'GET',
  effect: 'read',
  params: Type.Object({ analyzerId: Type.String(), reportType: Type.String() }),
  summary: 'Get the `long` or `short` template of an analyzer',
})
export const getAnalyzerTemplate = text({
  ...read,
  ...at('/:id'),
  method: 'GET',
  effect: 'read',
  params: idParams,
  summary: 'Get the content of a template, by id or analyzer name',
})
export const updateAnalyzerTemplate = endpoint({
  ...write,
  ...at('/:id'),
  method: 'PATCH',
  effect: 'write',
  params: idParams,
  ignoresUnknown: true,
  input: object({ content: Type.Optional(Description) }),
  fixedAttributes: {
    analyzerId: 'create a template for the other analyzer',
    reportType: 'create a template for the other report type',
  },
  output: AnalyzerTemplateV0,
  summary: 'Change a report template',
})
export const deleteAnalyzerTemplate = empty({
  ...write,
  ...at('/:id'),
  method: 'DELETE',
  effect: 'write',
  params: idParams,
  summary: 'Delete a report template',
})
