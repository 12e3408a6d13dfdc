import type { ConfigurationItem } from '@assay/contract'
import type { Definition } from '../../domain/definition.ts'

export interface BaseConfigDescription {
  readonly name: string
  /** Names of the definitions that share it. */
  readonly workers: readonly string[]
  readonly configurationItems: readonly ConfigurationItem[]
}

export const globalName = 'global'

/**
 * What can be set once for all flavours of a worker, `global` first, then by name. Nothing is
 * required in here: it only fills the form in which a worker is enabled.
 */
export function baseConfigs(
  definitions: readonly Definition[],
  global: readonly ConfigurationItem[],
): BaseConfigDescription[] {
  const groups = new Map<string, Definition[]>()
  for (const definition of definitions) {
    const group = groups.get(definition.baseConfig)
    if (group) group.push(definition)
    else groups.set(definition.baseConfig, [definition])
  }
  // A definition cannot override the shared items.
  groups.delete(globalName)
  return [
    { name: globalName, workers: [], configurationItems: optional(global) },
    ...[...groups]
      .sort(([a], [b]) => byCode(a, b))
      .map(([name, group]) => ({
        name,
        workers: [...new Set(group.map((definition) => definition.name))].sort(byCode),
        configurationItems: optional(group.flatMap((definition) => definition.configurationItems)),
      })),
  ]
}

/** Where flavors describe an item of the same name differently, the first description counts. */
function optional(items: readonly ConfigurationItem[]): ConfigurationItem[] {
  const found = new Map<string, ConfigurationItem>()
  for (const item of items)
    if (!found.has(item.name)) found.set(item.name, { ...item, required: false })
  return [...found.values()]
}

const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
