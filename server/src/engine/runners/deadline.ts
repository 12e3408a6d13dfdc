/** Of a program that is ended from outside: by its own signal, or because its time is up. */
export interface Deadline {
  readonly signal: AbortSignal
  /** The time that it had, if that was too short. */
  readonly exceeded: () => { readonly timeoutMs?: number }
  /** A leftover timer would stay for as long as the job may take. */
  stop(): void
}

export function startDeadline(given: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController()
  let isOver = false
  const abort = () => controller.abort()
  const timer = setTimeout(
    () => {
      isOver = true
      abort()
    },
    // A timer of Node holds no more; beyond that it fires at once.
    Math.min(timeoutMs, 2 ** 31 - 1),
  )
  if (given.aborted) abort()
  given.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    exceeded: () => (isOver ? { timeoutMs } : {}),
    stop() {
      clearTimeout(timer)
      given.removeEventListener('abort', abort)
    },
  }
}
