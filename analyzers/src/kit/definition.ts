import type { CatalogueEntry } from '@assay/contract'
import type { Description } from './describe.ts'
import { itemsOf } from './items.ts'

export interface DefinitionDocument extends CatalogueEntry {
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
