import { useEffect, useState, useSyncExternalStore } from 'react'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

export interface Toast {
  kind: 'success' | 'info' | 'error'
  message: string
  action?: { label: string; onPress: () => void }
  /** How long it stays; errors stay until they are closed. */
  ms?: number
}

interface Shown extends Toast {
  id: number
}

const maxToasts = 4
let toasts: readonly Shown[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Shown[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something that needs no answer. Answers a function that takes it back. */
export function showToast(toast: Toast): () => void {
  const id = nextId
  nextId += 1
  set([...toasts.slice(1 - maxToasts), { ...toast, id }])
  return () => set(toasts.filter((other) => other.id !== id))
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <section className="toasts" aria-label={text('toasts.label')}>
      <div role="status">{shown.filter(({ kind }) => kind !== 'error').map(toastBox)}</div>
      <div role="alert">{shown.filter(({ kind }) => kind === 'error').map(toastBox)}</div>
    </section>
  )
}

const toastBox = (toast: Shown) => <ToastBox key={toast.id} toast={toast} />

const icons = { success: 'check', info: 'info', error: 'alert' } as const

/** Pointing at it, or reaching it by keyboard, stops the clock: reading takes its time. */
function ToastBox({ toast }: { toast: Shown }) {
  const [isHeld, setHeld] = useState(false)
  const close = () => set(toasts.filter(({ id }) => id !== toast.id))
  const ms = toast.ms ?? (toast.kind === 'error' ? undefined : 6000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts anew only when let go
  useEffect(() => {
    if (isHeld || ms === undefined) return
    const timer = setTimeout(close, ms)
    return () => clearTimeout(timer)
  }, [isHeld, ms])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that somebody is reading
    <div
      className={`toast notice notice-${toast.kind}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[toast.kind]} />
      <div className="notice-text">{toast.message}</div>
      {toast.action && (
        <Button
          size="small"
          onClick={() => {
            close()
            toast.action?.onPress()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <Button kind="quiet" size="small" icon="close" iconOnly onClick={close}>
        {text('app.close')}
      </Button>
    </div>
  )
}
