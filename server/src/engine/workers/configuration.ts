import type { ConfigurationItem } from '@assay/contract'
import {
  completeConfiguration,
  globalItems,
  limitsOf,
  mergeForRun,
  protectionItems,
} from '../../domain/configuration.ts'
import type { Definition, WorkerType } from '../../domain/definition.ts'
import { AttributeCheckingError, type AttributeError } from '../../domain/errors.ts'
import { markedConfiguration } from '../../identity/secret-references/save.ts'
import type { Secrets } from '../../identity/secrets.ts'
import type { Config } from '../../settings/config.ts'
import { configurationContext } from '../configurations/sealed.ts'

type Values = Record<string, unknown>

/** The items that every worker of this kind has in addition to its own. */
export const commonItems = (type: WorkerType, { cache, job }: Config): ConfigurationItem[] => [
  ...globalItems(type, {
    jobCacheMinutes: Math.round(cache.jobMs / 60_000),
    jobTimeoutMinutes: Math.round(job.timeoutMs / 60_000),
  }),
  ...protectionItems,
]

/** Every item with its value or default; throws with all that is wrong at once, `problems` too. */
export function checkedConfiguration(
  definition: Definition,
  given: Values,
  config: Config,
  problems: readonly AttributeError[] = [],
): Values {
  const items = [...definition.configurationItems, ...commonItems(definition.type, config)]
  const { configuration, errors } = completeConfiguration(items, given)
  const all = [...errors, ...problems]
  if (all.length > 0)
    throw new AttributeCheckingError(`worker(${definition.name}).configuration`, all)
  return configuration
}

/**
 * What follows from a configuration: the sealed text, its keyed hash, and the limits it sets. `before` is the sealed one
 * that it replaces.
 */
export function configurationColumns(
  secrets: Secrets,
  workerId: string,
  definitionConfig: Values,
  configuration: Values,
  before: Values = {},
) {
  const text = JSON.stringify(markedConfiguration(configuration, before))
  const limits = limitsOf(mergeForRun(definitionConfig, configuration))
  return {
    configuration_sealed: secrets.seal(configurationContext(workerId), text),
    configuration_hash: secrets.proof('configuration', text),
    max_tlp: limits.checkTlp ? wholeLevel(limits.maxTlp) : null,
    max_pap: limits.checkPap ? wholeLevel(limits.maxPap) : null,
  }
}

/** Any number may be configured; levels are 0 to 3, and below them nothing passes. */
const wholeLevel = (highest: number) => Math.max(-1, Math.min(3, Math.floor(highest)))
