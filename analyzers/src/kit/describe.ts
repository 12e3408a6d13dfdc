import type { CatalogueEntry } from '@assay/contract'
import { type Configuration, itemsOf } from './configuration.ts'

/** What is known about an analyzer or responder before any of its code is loaded. */
export interface Description<T extends string = string, C extends Configuration = Configuration> {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly dataTypes: readonly T[]
  readonly configuration: C
  /** It talks to somebody: refused where TLP, PAP or the settings forbid that, and off at first. */
  readonly needsNetwork: boolean
  /**
   * The types that it judges: for them, that nothing was found means that it looked for harm. Of the others
   * it only states facts, and `assay scan` does not call them "nothing stands out". All, if not said.
   */
  readonly judges: readonly T[]
  /** The engine looks the observable up in the threat feeds of the organization first. */
  readonly asksFeeds: boolean
  readonly author: string
  readonly url: string
  readonly license: string
  /** Fixed by the author; lies below what the organization configures, such as `check_tlp`. */
  readonly config: Readonly<Record<string, unknown>>
}

type Described<T extends string, C extends Configuration> = Pick<
  Description<T, C>,
  'name' | 'description' | 'dataTypes'
> &
  Partial<Omit<Description<T, C>, 'configuration' | 'judges'>> & {
    readonly configuration?: C
    readonly judges?: readonly NoInfer<T>[]
  }

/**
 * The light half of an analyzer: no library is imported beside it, so that a catalogue of all of
 * them costs nothing. `defineAnalyzer({ ...description, run })` adds the other half.
 */
export const describeWorker = <
  const T extends string,
  const C extends Configuration = Record<never, never>,
>(
  described: Described<T, C>,
): Description<T, C> => ({
  version: '1.0',
  needsNetwork: false,
  judges: described.dataTypes,
  asksFeeds: false,
  author: 'Assay',
  url: '',
  license: 'Apache-2.0',
  config: {},
  configuration: {} as C,
  ...described,
})

/** Everything that a platform lets a responder act on. */
export const targetTypes = [
  'thehive:case',
  'thehive:case_artifact',
  'thehive:alert',
  'thehive:case_task',
  'thehive:case_task_log',
] as const

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
