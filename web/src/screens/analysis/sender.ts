import type { Job } from '@assay/contract'

/** One item to send: an observable to an analyzer. */
export interface Sendable {
  readonly key: string
  readonly analyzerId: string
  readonly send: (options: { force: boolean }) => Promise<Job>
}

export type SendState =
  | { readonly kind: 'queued'; readonly force: boolean }
  | { readonly kind: 'sending' }
  | { readonly kind: 'job'; readonly job: Job; readonly isCached: boolean }
  | { readonly kind: 'refused'; readonly message: string; readonly isQuota: boolean }

export interface Refused {
  readonly message: string
  /**
   * `quota`: this analyzer accepts no more now, others do. `unreachable`: the server does not
   * respond, so sending on would only turn the whole queue into failures.
   */
  readonly kind: 'quota' | 'unreachable' | 'other'
}

interface SenderOptions {
  readonly items: readonly Sendable[]
  readonly explain: (error: unknown) => Refused
  readonly onChange: () => void
  readonly onJob?: (job: Job) => void
}

/** A browser opens six connections to one server over HTTP/1.1; the answers to polls share them. */
const poolSize = 6

export interface Sender {
  /** One map for the whole life of the sender; a state in it is replaced, never changed. */
  readonly states: ReadonlyMap<string, SendState>
  readonly isStopped: () => boolean
  /** Whether something is on its way or will be. */
  readonly isBusy: () => boolean
  readonly start: () => void
  readonly stop: () => void
  readonly again: (keys: readonly string[], options: { force: boolean }) => void
}

/** Sends what is in the queue, a few at a time, and keeps for each what became of it. */
export function createSender(options: SenderOptions): Sender {
  const { items, explain, onChange, onJob } = options
  const itemsByKey = new Map(items.map((item) => [item.key, item]))
  const states = new Map<string, SendState>(
    items.map(({ key }) => [key, { kind: 'queued', force: false }]),
  )
  // Walked once from its start: searching the states every time would be quadratic in a large
  // batch.
  const queue = [...states.keys()]
  let sending = 0
  let isStopped = false

  const set = (changes: readonly (readonly [string, SendState])[]) => {
    for (const [key, state] of changes) states.set(key, state)
    onChange()
  }

  const isQueued = (key: string) => states.get(key)?.kind === 'queued'

  function fill() {
    while (!isStopped && sending < poolSize) {
      const key = queue.shift()
      const item = key === undefined ? undefined : itemsByKey.get(key)
      if (!item) return
      if (isQueued(item.key)) void sendOne(item)
    }
  }

  async function sendOne(item: Sendable) {
    const state = states.get(item.key)
    const force = state?.kind === 'queued' && state.force
    sending += 1
    set([[item.key, { kind: 'sending' }]])
    try {
      const job = await item.send({ force })
      onJob?.(job)
      sending -= 1
      set([[item.key, { kind: 'job', job, isCached: job.fromCache === true }]])
    } catch (error) {
      sending -= 1
      refuse(item, explain(error))
    }
    fill()
  }

  function refuse(item: Sendable, { message, kind }: Refused) {
    const refused: SendState = { kind: 'refused', message, isQuota: kind === 'quota' }
    if (kind === 'unreachable') isStopped = true
    const others =
      kind === 'quota'
        ? queue.filter(
            (key) => itemsByKey.get(key)?.analyzerId === item.analyzerId && isQueued(key),
          )
        : []
    set([item.key, ...others].map((key) => [key, refused]))
  }

  function again(keys: readonly string[], { force }: { force: boolean }) {
    const free = keys.filter((key) => {
      const kind = states.get(key)?.kind
      return kind === 'job' || kind === 'refused'
    })
    if (free.length === 0) return
    isStopped = false
    queue.push(...free)
    set(free.map((key) => [key, { kind: 'queued', force }]))
    fill()
  }

  return {
    states,
    isStopped: () => isStopped,
    isBusy: () => sending > 0 || (!isStopped && queue.length > 0),
    start: () => {
      isStopped = false
      onChange()
      fill()
    },
    stop: () => {
      isStopped = true
      onChange()
    },
    again,
  }
}
