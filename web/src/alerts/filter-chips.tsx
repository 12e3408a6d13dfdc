import { severityNames } from '../response/marking-menus.tsx'
import type { SearchChange } from '../routing/place.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { type AlertFilters, type Chosen, chosenIn, filterNames, without } from './alert-filters.ts'
import { alertStatuses } from './alert-status.ts'

interface FilterChipsProps {
  filters: AlertFilters
  onChange: (change: SearchChange) => void
}

export const clearedFilters: SearchChange = Object.fromEntries(
  filterNames.map((name) => [name, undefined]),
)

/** What narrows the list, each to be taken out. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const chosen = chosenIn(filters)
  if (chosen.length === 0) return null
  return (
    <div className="chips">
      {chosen.map((one) => (
        <span key={`${one.name} ${one.value}`} className="chip">
          {labelOf(one)}
          <button
            type="button"
            aria-label={text('alerts.removeFilter', { filter: labelOf(one) })}
            onClick={() => onChange({ [one.name]: without(filters, one) })}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <Button kind="quiet" size="small" onClick={() => onChange(clearedFilters)}>
        {text('app.clearAll')}
      </Button>
    </div>
  )
}

const names = {
  status: 'alerts.statusLabel',
  read: 'alerts.readLabel',
  severity: 'response.severity',
  source: 'alerts.source',
  type: 'alerts.type',
  tag: 'alerts.tag',
  text: 'alerts.text',
  after: 'alerts.after',
  before: 'alerts.before',
} as const

const labelOf = (chosen: Chosen) =>
  text('app.labelled', { label: text(names[chosen.name]), value: shown(chosen) })

function shown({ name, value }: Chosen): string {
  if (name === 'read') return text(value === 'yes' ? 'app.yes' : 'app.no')
  if (name === 'severity') {
    const severity = severityNames[Number(value) - 1]
    return severity ? text(`severity.${severity}`) : value
  }
  const status = name === 'status' && alertStatuses.find((one) => one === value)
  return status ? text(`alerts.status.${status}`) : value
}
