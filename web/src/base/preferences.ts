import { useSyncExternalStore } from 'react'
import { type Language, languages } from './texts/index.ts'

export const themes = ['system', 'light', 'dark'] as const
export const densities = ['normal', 'compact'] as const
export const clocks = ['local', 'utc'] as const

/** What a person chose for this browser. Nothing of it is secret, nothing of it reaches the server. */
export interface Preferences {
  theme: (typeof themes)[number]
  density: (typeof densities)[number]
  clock: (typeof clocks)[number]
  language: Language
  /** Copying gives `hxxp` and `[.]` unless the original is requested. */
  defangCopies: boolean
  /** Keys without Ctrl, such as `n` and `j`; WCAG 2.1.4 requires a way to disable them. */
  letterKeys: boolean
  /** Less motion than the system setting. */
  calm: boolean
  /** Show a system notification when jobs end while the page is hidden. */
  notify: boolean
}

const storageKey = 'assay.preferences'

const browserLanguage = (): Language =>
  languages.find((name) => globalThis.navigator?.language?.startsWith(name)) ?? 'en'

const defaults = (): Preferences => ({
  theme: 'system',
  density: 'normal',
  clock: 'local',
  language: browserLanguage(),
  defangCopies: true,
  letterKeys: true,
  calm: false,
  notify: false,
})

/** Storage may be forbidden by the browser; then the choice lives as long as the page. */
function stored(): Partial<Preferences> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}

/** Whatever the storage holds: only values that exist are taken. */
export function validPreferences(found: Partial<Preferences>, fallback: Preferences): Preferences {
  const oneOf = <T>(allowed: readonly T[], value: T | undefined, other: T) =>
    allowed.includes(value as T) ? (value as T) : other
  const flag = (value: unknown, other: boolean) => (typeof value === 'boolean' ? value : other)
  return {
    theme: oneOf(themes, found.theme, fallback.theme),
    density: oneOf(densities, found.density, fallback.density),
    clock: oneOf(clocks, found.clock, fallback.clock),
    language: oneOf(languages, found.language, fallback.language),
    defangCopies: flag(found.defangCopies, fallback.defangCopies),
    letterKeys: flag(found.letterKeys, fallback.letterKeys),
    calm: flag(found.calm, fallback.calm),
    notify: flag(found.notify, fallback.notify),
  }
}

let present = validPreferences(stored(), defaults())
const listeners = new Set<() => void>()

export const preferences = () => present

export function changePreferences(change: Partial<Preferences>): void {
  present = validPreferences({ ...present, ...change }, present)
  try {
    localStorage.setItem(storageKey, JSON.stringify(present))
  } catch {}
  applyPreferences()
  for (const listener of listeners) listener()
}

/** The stylesheet follows the system unless the root element names something else. */
export function applyPreferences(): void {
  const root = document.documentElement.dataset
  if (present.theme === 'system') delete root.theme
  else root.theme = present.theme
  root.density = present.density
  root.motion = present.calm ? 'none' : 'system'
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, preferences)
}
