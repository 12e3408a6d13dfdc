const minute = 60_000

/** How long something may take. */
export interface Allowance {
  readonly minutes: number
  /** Percentage of the time. */
  readonly warn_at: number
}

/** Moments in epoch milliseconds; what is measured is time that passes, whatever clocks on walls show. */
export interface Clock {
  /** Null where only a person says when it is due. */
  readonly minutes: number | null
  readonly warn_at: number
  /** 1: a person set the date, and no status pauses it. */
  readonly by_person: number
  readonly started_at: number
  readonly soon_at: number
  readonly due_at: number
  readonly paused_at: number | null
  /** Of the pauses that have ended. */
  readonly paused_ms: number
  readonly ended_at: number | null
  readonly warned_at: number | null
  readonly breached_at: number | null
  /** When somebody is to be told something; null when there is nothing to wait for. */
  readonly next_at: number | null
}

const isStopped = ({ paused_at, by_person }: Clock) => paused_at !== null && by_person === 0

/** When it is next looked at follows from the rest. */
export function settledClock(clock: Clock): Clock {
  const { ended_at, breached_at, warned_at, soon_at, due_at } = clock
  const isOver = ended_at !== null || breached_at !== null || isStopped(clock)
  return { ...clock, next_at: isOver ? null : warned_at === null ? soon_at : due_at }
}

/** Another end: who was told of the old one is told of this one too, unless it has passed as well. */
function dueAt(clock: Clock, soon_at: number, due_at: number, now: number): Clock {
  return settledClock({
    ...clock,
    soon_at,
    due_at,
    warned_at: soon_at > now ? null : clock.warned_at,
    breached_at: due_at > now ? null : clock.breached_at,
  })
}

const share = (ms: number, percent: number) => Math.floor((ms * percent) / 100)

function byAllowance(clock: Clock, { minutes, warn_at }: Allowance, now: number): Clock {
  const ms = minutes * minute
  const from = clock.started_at + clock.paused_ms
  return dueAt({ ...clock, minutes, warn_at }, from + share(ms, warn_at), from + ms, now)
}

const fresh = (started_at: number): Clock => ({
  minutes: null,
  warn_at: 0,
  by_person: 0,
  started_at,
  soon_at: started_at,
  due_at: started_at,
  paused_at: null,
  paused_ms: 0,
  ended_at: null,
  warned_at: null,
  breached_at: null,
  next_at: null,
})

export const startedClock = (allowance: Allowance, startedAt: number): Clock =>
  byAllowance(fresh(startedAt), allowance, startedAt)

export const pausedClock = (clock: Clock, now: number): Clock =>
  clock.paused_at === null ? settledClock({ ...clock, paused_at: now }) : clock

export function resumedClock(clock: Clock, now: number): Clock {
  if (clock.paused_at === null) return clock
  const pause = Math.max(0, now - clock.paused_at)
  const running = { ...clock, paused_at: null, paused_ms: clock.paused_ms + pause }
  // What is overdue stays it, and the date of a person does not move.
  if (clock.by_person === 1 || clock.breached_at !== null) return settledClock(running)
  return settledClock({ ...running, soon_at: clock.soon_at + pause, due_at: clock.due_at + pause })
}

export const endedClock = (clock: Clock, now: number): Clock =>
  settledClock({ ...clock, ended_at: clock.ended_at ?? now })

/** The severity changed: another time is allowed, counted from the start. The date of a person stays. */
export function recountedClock(clock: Clock, allowance: Allowance, now: number): Clock {
  const known = { minutes: allowance.minutes, warn_at: allowance.warn_at }
  return clock.by_person === 1 ? { ...clock, ...known } : byAllowance(clock, allowance, now)
}

/** A person says when it is due. */
export function clockSetTo(
  due: number,
  now: number,
  clock: Clock = { ...fresh(now), warn_at: defaultWarning },
): Clock {
  const soon = now + share(Math.max(0, due - now), clock.warn_at)
  return dueAt({ ...clock, by_person: 1 }, soon, due, now)
}

/** That date is removed: what its policy allows counts again; undefined if there was none. */
export const clockOfPolicy = (clock: Clock, now: number): Clock | undefined =>
  clock.minutes === null
    ? undefined
    : byAllowance({ ...clock, by_person: 0 }, clock as Allowance, now)

const defaultWarning = 80

/** When it is due; null while nobody can say. */
export const dueOf = (clock: Clock): number | null =>
  clock.ended_at !== null || (isStopped(clock) && clock.breached_at === null) ? null : clock.due_at

export const clockNews = ['dueSoon', 'overdue'] as const
export type ClockNews = (typeof clockNews)[number]

/** What is to be said now. What is overdue is not announced any more. */
export function newsOf(clock: Clock, now: number): ClockNews | undefined {
  if (clock.next_at === null || clock.next_at > now) return undefined
  if (clock.due_at <= now) return 'overdue'
  return clock.warned_at === null ? 'dueSoon' : undefined
}

/** Whether what was said of it holds. A pause stops the clock, but not what is overdue already. */
export const isStill = (clock: Clock, news: ClockNews): boolean =>
  clock.ended_at === null &&
  (news === 'overdue'
    ? clock.breached_at !== null
    : clock.warned_at !== null && clock.breached_at === null)

/** After it was said. */
export const toldClock = (clock: Clock, news: ClockNews, now: number): Clock =>
  settledClock(
    news === 'overdue'
      ? { ...clock, breached_at: now, warned_at: clock.warned_at ?? now }
      : { ...clock, warned_at: now },
  )

export interface Policy extends Allowance {
  readonly kind: string
  /** Empty means all. */
  readonly severities: readonly number[]
  readonly template_id: string | null
}

/** The first in their order. */
export const matchingPolicy = <P extends Policy>(
  policies: readonly P[],
  kind: P['kind'],
  of: { readonly severity: number; readonly template_id: string | null },
): P | undefined =>
  policies.find(
    (policy) =>
      policy.kind === kind &&
      (policy.severities.length === 0 || policy.severities.includes(of.severity)) &&
      (policy.template_id === null || policy.template_id === of.template_id),
  )
