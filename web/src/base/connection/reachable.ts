import { useSyncExternalStore } from 'react'

/** Whether the last call reached the server; answers such as 502 come from a proxy in between. */
let isReachable = true
const listeners = new Set<() => void>()

export const isGatewayError = (status: number) => status >= 502 && status <= 504

export function setReachable(value: boolean): void {
  if (isReachable === value) return
  isReachable = value
  for (const listener of listeners) listener()
}

export const useIsReachable = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isReachable,
  )
