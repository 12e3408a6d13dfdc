import type { ClockKind } from '@assay/contract'
import type { ChangeColumns } from './common-columns.ts'

/** The first matching one of each kind starts a clock for a new case. */
export interface ClockPolicyTable extends ChangeColumns {
  id: string
  organization: string
  position: number
  kind: ClockKind
  /** JSON array; empty means all. */
  severities: string
  /** A case template. */
  template_id: string | null
  minutes: number
  warn_at: number
  escalate_to: string | null
}

/** See `domain/clocks/clock.ts`. */
export interface CaseClockTable {
  id: string
  organization: string
  case_id: string
  kind: ClockKind
  minutes: number | null
  warn_at: number
  escalate_to: string | null
  by_person: number
  started_at: number
  soon_at: number
  due_at: number
  paused_at: number | null
  paused_ms: number
  ended_at: number | null
  warned_at: number | null
  breached_at: number | null
  next_at: number | null
}

export interface ClockTables {
  clock_policies: ClockPolicyTable
  case_clocks: CaseClockTable
}
