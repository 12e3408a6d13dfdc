import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { Configuration, object } from './values.ts'

const nullableString = Type.Union([Type.String(), Type.Null()])

const item = {
  name: Type.String(),
  label: Type.Optional(Type.String({ description: 'Display name' })),
  description: Type.String(),
  type: Type.Enum(['string', 'text', 'number', 'boolean']),
  multi: Type.Boolean(),
  required: Type.Boolean(),
  defaultValue: Type.Optional(Type.Unknown()),
}

/** A configuration item of a definition. */
export const ConfigurationItem = object(
  {
    ...item,
    format: Type.Optional(
      Type.Enum(['resource'], {
        description: 'Values are references from `GET /api/resource`, never paths',
      }),
    ),
  },
  'ConfigurationItem',
)
export type ConfigurationItem = Static<typeof ConfigurationItem>

export const inputFormats = ['mail', 'url', 'ip', 'domain', 'date'] as const
export const inputPrefills = [
  'case.title',
  'case.number',
  'case.description',
  'case.assignee',
  'alert.title',
  'alert.source',
  'observable.data',
  'observable.message',
  'task.title',
  'user.login',
] as const

/** Something that a responder asks for before each run. */
export const InputItem = object(
  {
    ...item,
    choices: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
    min: Type.Optional(Type.Number({ description: 'Least number, or length of a text' })),
    max: Type.Optional(Type.Number({ description: 'Greatest number, or length of a text' })),
    format: Type.Optional(Type.Enum([...inputFormats])),
    prefill: Type.Optional(
      Type.Enum([...inputPrefills], { description: 'What a form proposes as its value' }),
    ),
    secret: Type.Optional(
      Type.Boolean({ description: 'Its value is stored encrypted and never returned' }),
    ),
  },
  'InputItem',
)
export type InputItem = Static<typeof InputItem>

/** An entry of a catalog, in the words of the public protocol. */
export interface CatalogueEntry {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly author: string
  readonly url: string
  readonly license: string
  readonly baseConfig: string
  readonly dataTypeList: readonly string[]
  readonly configurationItems: readonly ConfigurationItem[]
  /** What each run asks for; of responders. */
  readonly inputItems?: readonly InputItem[]
  /** What the entry fixes; the configuration of the enabled worker lies over it. */
  readonly config: Readonly<Record<string, unknown>>
}

/** Of a definition and of what is enabled from it. */
export const needsNetwork = Type.Optional(
  Type.Boolean({
    description: 'Queries external services about the observable, according to its definition',
  }),
)

/** What the catalog offers; an organization enables it under its own name. */
export const WorkerDefinition = object(
  {
    id: Type.String({ description: 'Name and version, with dots replaced by underscores' }),
    name: Type.String(),
    version: Type.String(),
    description: Type.String(),
    dataTypeList: Type.Array(Type.String()),
    author: Type.String(),
    url: Type.String(),
    license: Type.String(),
    baseConfig: nullableString,
    configurationItems: Type.Array(ConfigurationItem),
    needsNetwork,
    dockerImage: nullableString,
    command: nullableString,
    runners: Type.Array(Type.String(), { description: 'Runners that can run it here' }),
  },
  'WorkerDefinition',
)
export type WorkerDefinition = Static<typeof WorkerDefinition>

/** Settings shared by all flavours of a worker, or by all workers (`global`). */
export const BaseConfig = object(
  {
    name: Type.String(),
    workers: Type.Array(Type.String()),
    configurationItems: Type.Array(ConfigurationItem),
    config: Configuration,
  },
  'BaseConfig',
)
export type BaseConfig = Static<typeof BaseConfig>

const configParams = Type.Object({ name: Type.String() })
const configInput = object({
  config: Type.Optional(Type.Unknown({ description: 'Object that maps item names to values' })),
})

/** The same five calls for analyzers and for responders. */
function definitionCalls(kind: 'analyzer' | 'responder') {
  return {
    definitions: list({
      method: 'GET',
      path: `/api/${kind}definition`,
      roles: ['orgadmin', 'superadmin'],
      effect: 'read',
      resource: `${kind} definition`,
      summary: `List all ${kind}s that can be enabled; not paged`,
      row: WorkerDefinition,
    }),
    scan: empty({
      method: 'POST',
      path: `/api/${kind}definition/scan`,
      roles: ['orgadmin', 'superadmin'],
      effect: 'write',
      resource: `${kind} definition`,
      summary: 'Rescan the catalog of analyzers and responders',
    }),
    configs: endpoint({
      method: 'GET',
      path: `/api/${kind}config`,
      roles: ['orgadmin'],
      effect: 'inspect credential',
      resource: `${kind} configuration`,
      summary: "List the organization's shared configurations, `global` first",
      output: Type.Array(BaseConfig),
    }),
    config: endpoint({
      method: 'GET',
      path: `/api/${kind}config/:name`,
      roles: ['orgadmin'],
      effect: 'inspect credential',
      resource: `${kind} configuration`,
      summary: 'Get a shared configuration',
      params: configParams,
      output: BaseConfig,
    }),
    updateConfig: endpoint({
      method: 'PATCH',
      path: `/api/${kind}config/:name`,
      roles: ['orgadmin'],
      effect: 'write credential',
      resource: `${kind} configuration`,
      summary: 'Replace a shared configuration',
      params: configParams,
      input: configInput,
      output: BaseConfig,
    }),
  }
}

const analyzers = definitionCalls('analyzer')
const responders = definitionCalls('responder')

export const listAnalyzerDefinitions = analyzers.definitions
export const scanAnalyzerDefinitions = analyzers.scan
export const listAnalyzerConfigs = analyzers.configs
export const getAnalyzerConfig = analyzers.config
export const updateAnalyzerConfig = analyzers.updateConfig
export const listResponderDefinitions = responders.definitions
export const scanResponderDefinitions = responders.scan
export const listResponderConfigs = responders.configs
export const getResponderConfig = responders.config
export const updateResponderConfig = responders.updateConfig
