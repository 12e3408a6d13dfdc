import { type SettingKey, settings } from './table.ts'
import type { Setting } from './values.ts'

const unitSuffixes = { duration: 'Ms', bytes: 'Bytes' } as const
type UnitSuffixes = typeof unitSuffixes

/** The path of a setting in the config: 'session.inactivity' → ['session', 'inactivityMs']. */
export function propertyPath(key: SettingKey): string[] {
  const { kind }: Setting = settings[key]
  const suffix = kind === 'duration' || kind === 'bytes' ? unitSuffixes[kind] : ''
  return `${key}${suffix}`.split('.')
}

// The same walk in types: flat keys with their unit, then folded at the dots.
type Property<K extends SettingKey> = (typeof settings)[K] extends {
  kind: infer Kind extends keyof UnitSuffixes
}
  ? `${K}${UnitSuffixes[Kind]}`
  : K
type Item<S> = S extends { choices: readonly (infer C)[] } ? C : string
type Given<S extends Setting> = S extends { kind: 'integer' | 'duration' | 'bytes' }
  ? number
  : S extends { kind: 'boolean' }
    ? boolean
    : S extends { kind: 'list' }
      ? readonly Item<S>[]
      : S extends { kind: 'json' }
        ? unknown
        : Item<S>
type Value<S extends Setting> = S extends { default: unknown } ? Given<S> : Given<S> | undefined
type Flat = { [K in SettingKey as Property<K>]: Value<(typeof settings)[K]> }

type Head<K> = K extends `${infer H}.${string}` ? H : K
type Under<T, H extends string> = {
  [K in keyof T as K extends `${H}.${infer Rest}` ? Rest : never]: T[K]
}
type Fold<T> = {
  readonly [H in Head<keyof T> & string]: H extends keyof T ? T[H] : Fold<Under<T, H>>
}

/** All settings as the program uses them, e.g. `http.port`, `session.inactivityMs`. */
export type Settings = Fold<Flat>
