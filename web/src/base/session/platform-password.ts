import { useSyncExternalStore } from 'react'

export interface PlatformAccount {
  readonly login: string
  readonly password: string
}

/**
 * The password of the platform account is returned once. It stays in this browser until the user
 * confirms that it is saved, signs out, or a day has passed; afterwards only the command line can set
 * another one.
 */
const key = 'assay.platform-account'
const dayMs = 24 * 60 * 60 * 1000
const listeners = new Set<() => void>()

/** `owner` is the user who set the installation up: it is shown to no other user. */
export function rememberPlatformAccount(account: PlatformAccount, owner: string): void {
  write(JSON.stringify({ ...account, owner, until: Date.now() + dayMs }))
}

export const forgetPlatformAccount = (): void => write(undefined)

export function usePlatformAccount(reader: string): PlatformAccount | undefined {
  const kept = useSyncExternalStore(subscribe, read)
  return readAccount(kept, reader, Date.now())
}

/** Undefined when there is none, or none any more. Any other content is ignored. */
export function readAccount(
  kept: string | null,
  reader: string,
  now: number,
): PlatformAccount | undefined {
  if (kept === null) return undefined
  try {
    const { login, password, owner, until } = JSON.parse(kept) as Record<string, unknown>
    if (typeof login === 'string' && typeof password === 'string' && Number(until) > now)
      return owner === reader ? { login, password } : undefined
  } catch {}
  // Over, so it is taken out of the browser as well.
  if (typeof localStorage !== 'undefined') localStorage.removeItem(key)
  return undefined
}

/** Of this tab while the browser refuses to keep anything. */
let inMemory: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory
  } catch {
    return inMemory
  }
}

function write(value: string | undefined): void {
  inMemory = value ?? null
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
  for (const listener of listeners) listener()
}

/** Another tab may confirm it. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
