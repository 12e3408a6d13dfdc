/** What is known of the course of a case, in epoch milliseconds. */
export interface CourseOfCase {
  readonly status: string
  readonly created_at: number
  readonly start_date: number
  readonly end_date: number | null
  readonly in_progress_at: number | null
  readonly closed_at: number | null
  readonly detect_ms: number | null
  readonly paused_ms: number
}

/** Cases that were closed before this was stored have only their end. */
export const closedAt = ({ status, closed_at, end_date }: CourseOfCase): number | null =>
  status === 'Open' ? null : (closed_at ?? end_date)

const since = (from: number, to: number | null, without = 0): number | undefined =>
  to === null ? undefined : Math.max(0, to - from - without)

/** In the words of TheHive 5; what is not known is left out. */
export function timesOf(course: CourseOfCase) {
  const { created_at, start_date, end_date, in_progress_at, detect_ms, paused_ms } = course
  const times = {
    timeToDetect: detect_ms ?? undefined,
    timeToAcknowledge: since(created_at, in_progress_at),
    timeToResolve: since(created_at, closedAt(course), paused_ms),
    handlingDuration: since(start_date, course.status === 'Open' ? null : end_date),
  }
  return Object.fromEntries(
    Object.entries(times).filter(([, value]) => value !== undefined),
  ) as Partial<Record<keyof typeof times, number>>
}
