import type { Ref } from 'react'
import { severityNames } from '../response/marking-menus.tsx'
import type { SearchChange } from '../routing/place.ts'
import { text } from '../texts/index.ts'
import { type Choice, ChoiceMenu } from '../ui/choice-menu.tsx'
import { Field } from '../ui/field.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import type { AlertFilters, FilterName } from './alert-filters.ts'
import { alertStatuses } from './alert-status.ts'
import { useAlertValues } from './use-alert-values.ts'

interface FilterBarProps {
  filters: AlertFilters
  onChange: (change: SearchChange) => void
  ref?: Ref<HTMLElement>
}

export function FilterBar({ filters, onChange, ref }: FilterBarProps) {
  const source = useAlertValues('source')
  const type = useAlertValues('type')
  const tag = useAlertValues('tags')
  const menu = (name: FilterName & keyof typeof labels, choices: Choice[], isSingle = false) => (
    <ChoiceMenu
      label={text(labels[name])}
      choices={choices}
      chosen={[filters[name] ?? []].flat().map(String)}
      onChange={(chosen) => onChange({ [name]: chosen })}
      single={isSingle}
    />
  )
  return (
    <search ref={ref} className="filters" aria-label={text('alerts.filters')}>
      <SearchBox
        label={text('alerts.search')}
        value={filters.text}
        onChange={(typed) => onChange({ text: typed })}
      />
      {menu(
        'status',
        alertStatuses.map((value) => ({ value, label: text(`alerts.status.${value}`) })),
      )}
      {menu(
        'read',
        [
          { value: 'no', label: text('alerts.unread') },
          { value: 'yes', label: text('alerts.read') },
        ],
        true,
      )}
      {menu(
        'severity',
        severityNames.map((name, index) => ({
          value: String(index + 1),
          label: text(`severity.${name}`),
        })),
      )}
      {menu('source', source)}
      {menu('type', type)}
      {menu('tag', tag)}
      <DayRange filters={filters} onChange={onChange} />
    </search>
  )
}

const labels = {
  status: 'alerts.statusLabel',
  read: 'alerts.readLabel',
  severity: 'response.severity',
  source: 'alerts.source',
  type: 'alerts.type',
  tag: 'alerts.tags',
} as const

function DayRange({ filters: { after, before }, onChange }: FilterBarProps) {
  return (
    <Popover
      name={text('alerts.date')}
      label={text('alerts.date')}
      button={{ icon: 'down', size: 'small', className: after || before ? 'is-chosen' : '' }}
    >
      {() => (
        <div className="day-range">
          <Field
            label={text('alerts.after')}
            name="after"
            type="date"
            value={after}
            onChange={(day) => onChange({ after: day })}
          />
          <Field
            label={text('alerts.before')}
            name="before"
            type="date"
            value={before}
            onChange={(day) => onChange({ before: day })}
          />
        </div>
      )}
    </Popover>
  )
}
