import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { Configuration, object } from './values.ts'

const nullableString = Type.Union([Type.String(), Type.Null()])

/** One setting that a definition asks for. */
export const ConfigurationItem = object(
  {
    name: Type.String(),
    label: Type.Optional(Type.String({ description: 'What people call it' })),
    description: Type.String(),
    type: Type.Enum(['string', 'text', 'number', 'boolean']),
    multi: Type.Boolean(),
    required: Type.Boolean(),
    defaultValue: Type.Optional(Type.Unknown()),
    format: Type.Optional(
      Type.Enum(['resource'], {
        description: 'Its values are references of `GET /api/resource`, never paths',
      }),
    ),
  },
  'ConfigurationItem',
)
export type ConfigurationItem = Static<typeof ConfigurationItem>

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
  /** What the entry fixes; the configuration of the enabled worker lies over it. */
  readonly config: Readonly<Record<string, unknown>>
}

/** Of a definition and of what is enabled from it. */
export const needsNetwork = Type.Optional(
  Type.Boolean({ description: 'It asks others about the observable, as its definition says' }),
)

/** What the catalog offers; an organization enables it under its own name. */
export const WorkerDefinition = object(
  {
    id: Type.String({ description: 'Name and version, dots as underscores' }),
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
    runners: Type.Array(Type.String(), { description: 'Ways in which it can be run here' }),
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
  config: Type.Optional(Type.Unknown({ description: 'Object of item names and values' })),
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
      summary: `All ${kind}s that can be enabled; not paged`,
      row: WorkerDefinition,
    }),
    scan: empty({
      method: 'POST',
      path: `/api/${kind}definition/scan`,
      roles: ['orgadmin', 'superadmin'],
      effect: 'write',
      resource: `${kind} definition`,
      summary: 'Read the catalogue again, analyzers and responders alike',
    }),
    configs: endpoint({
      method: 'GET',
      path: `/api/${kind}config`,
      roles: ['orgadmin'],
      effect: 'inspect credential',
      resource: `${kind} configuration`,
      summary: 'Shared configurations of the organization, `global` first',
      output: Type.Array(BaseConfig),
    }),
    config: endpoint({
      method: 'GET',
      path: `/api/${kind}config/:name`,
      roles: ['orgadmin'],
      effect: 'inspect credential',
      resource: `${kind} configuration`,
      summary: 'One shared configuration',
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
