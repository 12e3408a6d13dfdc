import { useSyncExternalStore } from 'react'

export interface PlatformAccount {
  readonly login: string
  readonly password: string
}

/**
 * The password of the platform account is answered once. It stays in this tab, also over a reload,
 * until somebody says that it is kept or signs out; afterwards only the command line can set another one.
 */
const key = 'assay.platform-account'
const listeners = new Set<() => void>()

export function rememberPlatformAccount(account: PlatformAccount): void {
  sessionStorage.setItem(key, JSON.stringify(account))
  for (const listener of listeners) listener()
}

export function forgetPlatformAccount(): void {
  sessionStorage.removeItem(key)
  for (const listener of listeners) listener()
}

export function usePlatformAccount(): PlatformAccount | undefined {
  const kept = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key))
  return kept === null ? undefined : (JSON.parse(kept) as PlatformAccount)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
