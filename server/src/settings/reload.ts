import type { Config } from './config.ts'
import { propertyPath } from './shape.ts'
import { type SettingKey, settingKeys } from './table.ts'

/** Settings that are read whenever they are needed; the rest is read once, at a start. */
export const reloadable: readonly SettingKey[] = [
  'cache.job',
  'http.drainPeriod',
  'http.stopTimeout',
  'job.builtinTimeout',
  'job.networkMaxPap',
  'job.networkMaxTlp',
  'job.timeout',
  'log.level',
  'metrics.token',
  'session.inactivity',
]

export interface Reloaded {
  readonly changed: readonly SettingKey[]
  /** Changed as well, and without effect before the next start. */
  readonly waiting: readonly SettingKey[]
}

/** Applies settings that may change while the program runs. All code holds this one object. */
export function reloadInto(config: Config, fresh: Config): Reloaded {
  const differing = settingKeys.filter(
    (key) => JSON.stringify(settingOf(config, key)) !== JSON.stringify(settingOf(fresh, key)),
  )
  const changed = differing.filter((key) => reloadable.includes(key))
  for (const key of changed) assign(config, key, settingOf(fresh, key))
  return { changed, waiting: differing.filter((key) => !reloadable.includes(key)) }
}

type Group = Record<string, unknown>

const settingOf = (config: Config, key: SettingKey): unknown =>
  propertyPath(key).reduce<unknown>((group, name) => (group as Group)[name], config)

function assign(config: Config, key: SettingKey, value: unknown): void {
  const path = propertyPath(key)
  const last = path.pop() ?? ''
  const group = path.reduce<unknown>((parent, name) => (parent as Group)[name], config) as Group
  group[last] = value
}
