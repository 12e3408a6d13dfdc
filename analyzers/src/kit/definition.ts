import type { ConfigurationItem } from '@assay/contract'
import type { Description } from './describe.ts'
import { itemsOf } from './items.ts'

/** The entry of a catalogue, in the words of the public protocol. */
export interface DefinitionDocument {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly author: string
  readonly url: string
  readonly license: string
  readonly baseConfig: string
  readonly dataTypeList: readonly string[]
  readonly configurationItems: readonly ConfigurationItem[]
  readonly config: Readonly<Record<string, unknown>>
  readonly integration_type: 'local' | 'external_api'
}

export const definitionOf = (description: Description): DefinitionDocument => ({
  name: description.name,
  version: description.version,
  description: description.description,
  author: description.author,
  url: description.url,
  license: description.license,
  baseConfig: description.name,
  dataTypeList: description.dataTypes,
  configurationItems: itemsOf(description.configuration),
  config: description.config,
  integration_type: description.needsNetwork ? 'external_api' : 'local',
})
