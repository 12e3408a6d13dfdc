import type { Job } from '@assay/contract'
import { cut, defangText } from '../../base/model/defang.ts'
import { asText, isRecord } from '../../base/model/levels.ts'
import { shownValue } from '../../base/model/observable.ts'

const longest = 200

/** What a job was about, in a line. A responder got a whole case, alert or observable: it is named. */
export function headingOf(job: Job): string {
  const whole = isRecord(job.data) ? nameOf(job.data, job.label) : ''
  const shown = whole || shownValue(job)
  return shown.length > longest ? `${cut(shown, longest)}…` : shown
}

function nameOf(data: Record<string, unknown>, label: string | undefined): string {
  if (typeof data.dataType === 'string' && typeof data.data === 'string') {
    return shownValue({ dataType: data.dataType, data: data.data })
  }
  return defangText(asText(label || data.title || data.id))
}
