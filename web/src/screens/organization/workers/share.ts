import type { BaseConfig, ConfigurationItem } from '@assay/contract'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import type { Values } from '../configuration/values.ts'
import { callsOf, type Kind } from '../kinds.ts'
import type { WorkerRow } from './worker-rows.ts'

/**
 * The same value in all that ask for it, and in what their flavors start from. One after the other,
 * so after a stop it is clear how far it came.
 */
export async function shareWithOthers(
  kind: Kind,
  base: BaseConfig | undefined,
  items: readonly ConfigurationItem[],
  others: readonly WorkerRow[],
  configuration: Values,
): Promise<void> {
  const calls = callsOf(kind)
  const shared = (names: readonly string[]) =>
    Object.fromEntries(
      items.flatMap(({ name }) => (names.includes(name) ? [[name, configuration[name]]] : [])),
    )
  for (const { id, definition } of others) {
    const names = definition?.configurationItems.map(({ name }) => name) ?? []
    const { configuration: present = {} } = await calls.worker({ id })
    await calls.update({ id }, { configuration: { ...present, ...shared(names) } })
  }
  if (!base || base.workers.length < 2) return
  const names = base.configurationItems.map(({ name }) => name)
  await calls.updateConfig({ name: base.name }, { config: { ...base.config, ...shared(names) } })
  void readAgain(keyOf('configurations'))
}
