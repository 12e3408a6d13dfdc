import { type CaseStatus, caseStatuses } from '@assay/contract/entities'
import { resolutionStatuses } from '../../domain/response/case-rules.ts'
import type { Writing } from '../changes/write.ts'
import { requireStatus } from '../statuses/store.ts'

/** What a status word sets: the plain status, and its stage. */
export interface StatusChange {
  readonly status: CaseStatus
  readonly extended_status: string | null
  readonly stage: string | null
  readonly resolutionStatus?: string | undefined
  /** Clocks stand still. */
  readonly pauses?: boolean
}

const plain: readonly string[] = caseStatuses

export async function statusFor(w: Writing, value: string): Promise<StatusChange> {
  if (plain.includes(value))
    return { status: value as CaseStatus, extended_status: null, stage: null }
  const { stage, pauses } = await requireStatus(w.tx, w.organization, 'case', value)
  const isResolution = (resolutionStatuses as readonly string[]).includes(value)
  return {
    status: stage === 'Closed' ? 'Resolved' : 'Open',
    extended_status: value,
    stage,
    pauses: pauses === 1,
    ...(isResolution && { resolutionStatus: value }),
  }
}
