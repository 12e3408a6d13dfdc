import type { JobWaits, ValueDetail } from '@assay/contract'
import type { ReactNode } from 'react'
import { duration, hourOf } from '../../base/model/times.ts'
import { counted, text } from '../../base/texts/index.ts'
import { useNow } from '../../base/ui/time.tsx'
import { useWaits } from './use-waits.ts'

const minuteMs = 60_000
/** Until then in seconds, later by the clock. */
const [secondsUntilMs, minutesUntilMs] = [90_000, 90 * minuteMs]

/** When a job that waits for a budget probably starts. */
function startsText({ startsAt }: JobWaits, now: number): string {
  if (startsAt === undefined) return text('waits.startUnknown')
  const left = Math.max(0, startsAt - now)
  if (left > minutesUntilMs) return text('waits.startsAt', { at: hourOf(startsAt) })
  const rough =
    left <= secondsUntilMs ? Math.ceil(left / 1000) * 1000 : Math.round(left / minuteMs) * minuteMs
  return rough === 0 ? text('waits.startsNow') : text('waits.startsIn', { time: duration(rough) })
}

export interface WaitsLineProps {
  running: readonly ValueDetail['running'][number][]
  jobId: string
  /** Where there is no room for what is before it. */
  isShort?: boolean
  /** Of a job that waits for no budget. */
  otherwise?: ReactNode
}

/** When a job that waits for a budget starts, and what is before it. */
export function WaitsLine({ running, jobId, isShort = false, otherwise }: WaitsLineProps) {
  const now = useNow(1000)
  const waits = useWaits(running).get(jobId)
  if (!waits) return otherwise
  if (isShort) return <span className="muted">{startsText(waits, now)}</span>
  const why = waits.for === 'provider' ? 'waits.waitsForProvider' : 'waits.waitsForBudget'
  return (
    <>
      <span className="value-result-said">{startsText(waits, now)}</span>
      <span className="value-seen-line">
        {text(why, { name: waits.name })}
        {waits.before > 0 && `; ${counted('waits.jobsBefore', waits.before)}`}
      </span>
    </>
  )
}
