import type { JobWaits } from '@assay/contract'
import { duration, hourOf } from '../../base/model/times.ts'
import { counted, text } from '../../base/texts/index.ts'
import { useNow } from '../../base/ui/time.tsx'

const minuteMs = 60_000
/** Until then in seconds, later by the clock. */
const [secondsUntilMs, minutesUntilMs] = [90_000, 90 * minuteMs]

/** When a job that waits for a budget probably starts. */
export function startsText({ startsAt }: JobWaits, now: number): string {
  if (startsAt === undefined) return text('value.startUnknown')
  const left = Math.max(0, startsAt - now)
  if (left > minutesUntilMs) return text('value.startsAt', { at: hourOf(startsAt) })
  const rough =
    left <= secondsUntilMs ? Math.ceil(left / 1000) * 1000 : Math.round(left / minuteMs) * minuteMs
  return rough === 0
    ? text('value.startsNow')
    : text('value.startsIn', { time: duration(Math.max(rough, 1000)) })
}

/** In place of the time that it has run: when it starts, and what is before it. */
export function WaitsLine({ waits }: { waits: JobWaits }) {
  const now = useNow(1000)
  const why =
    waits.for === 'provider'
      ? text('value.waitsForProvider', { name: waits.name })
      : text('value.waitsForBudget', { name: waits.name })
  return (
    <>
      <span className="value-result-said">{startsText(waits, now)}</span>
      <span className="value-seen-line">
        {why}
        {waits.before > 0 && `; ${counted('value.jobsBefore', waits.before)}`}
      </span>
    </>
  )
}
