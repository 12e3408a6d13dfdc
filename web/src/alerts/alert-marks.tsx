import { text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import type { AlertStatus } from './alert-status.ts'

const icons = {
  New: 'bell',
  Updated: 'refresh',
  Ignored: 'eye-off',
  Imported: 'case',
} as const

/** Unread ones stand out; what was dealt with steps back. */
export function AlertStatusMark({ status }: { status: AlertStatus }) {
  return (
    <span className="mark alert-status" data-alert-status={status}>
      <Icon name={icons[status]} />
      {text(`alerts.status.${status}`)}
    </span>
  )
}
