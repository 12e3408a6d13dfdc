import type { Caller } from '../caller.ts'
import { resolutionStatuses } from './case-rules.ts'

/** The version of TheHive whose words a caller gets, where 4 and 5 differ. */
export type ApiLevel = 4 | 5

/** Clients use keys and passwords. The page, with its session, always has the words of 4. */
export const apiLevel = (setting: number, { via }: Pick<Caller, 'via'>): ApiLevel =>
  setting === 5 && via !== 'session' ? 5 : 4

interface Decided {
  readonly status: string
  readonly extended_status: string | null
  readonly resolution_status: string | null
}

/** One status for all that 4 says with several attributes. */
export function statusAt5({ status, extended_status, resolution_status }: Decided): string {
  if (extended_status !== null) return extended_status
  if (status === 'Open') return 'New'
  if (status === 'Duplicated') return status
  const known: readonly (string | null)[] = resolutionStatuses
  return resolution_status !== null && known.includes(resolution_status)
    ? resolution_status
    : 'Other'
}
