import { useColleagues } from '../../data/users.ts'
import { severityNames } from '../../response/marking-menus.tsx'
import type { SearchChange } from '../../routing/place.ts'
import { useSession } from '../../session/session.ts'
import { type TextKey, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceMenu } from '../../ui/choice-menu.tsx'
import { Icon } from '../../ui/icons.tsx'
import { statusText } from '../case-marks.tsx'
import { type CaseFilter, caseStatuses, filterNames } from './filter.ts'

interface CaseFiltersProps {
  filter: CaseFilter
  onChange: (change: SearchChange) => void
}

export function CaseFilters({ filter, onChange }: CaseFiltersProps) {
  const { user } = useSession()
  const colleagues = useColleagues().data ?? []
  return (
    <search className="filters">
      <input
        type="search"
        className="input"
        aria-label={text('cases.searchLabel')}
        placeholder={text('cases.search')}
        value={filter.text}
        onChange={(event) => onChange({ q: event.currentTarget.value })}
      />
      <ChoiceMenu
        label={text('cases.status')}
        choices={caseStatuses.map((value) => ({ value, label: text(`cases.status.${value}`) }))}
        chosen={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceMenu
        label={text('cases.severity')}
        choices={severityNames.map((name, index) => ({
          value: String(index + 1),
          label: text(`severity.${name}`),
        }))}
        chosen={filter.severity}
        onChange={(severity) => onChange({ severity })}
      />
      <ChoiceMenu
        label={text('cases.owner')}
        choices={colleagues.map(({ login, name }) => ({
          value: login,
          label: login === user.id ? text('response.you', { login }) : login,
          hint: name,
        }))}
        chosen={filter.owner}
        onChange={(owner) => onChange({ owner })}
      />
      <label className="date-filter">
        {text('cases.openedFrom')}
        <input
          type="date"
          className="input"
          value={filter.from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
      </label>
      <label className="date-filter">
        {text('cases.openedTo')}
        <input
          type="date"
          className="input"
          value={filter.to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </label>
      <Button
        size="small"
        icon="flag"
        aria-pressed={filter.flagged}
        className={filter.flagged ? 'is-chosen' : ''}
        onClick={() => onChange({ flagged: filter.flagged ? '' : 'yes' })}
      >
        {text('cases.flagged')}
      </Button>
    </search>
  )
}

const labelled = (name: TextKey, value: string) =>
  text('app.labelled', { label: text(name), value })

/** What is chosen, each with a way to take it back. */
export function CaseChips({ filter, onChange }: CaseFiltersProps) {
  const without = (values: readonly string[], gone: string) => values.filter((one) => one !== gone)
  const chips = [
    ...filter.status.map((value) => ({
      label: labelled('cases.status', statusText(value)),
      change: { status: without(filter.status, value) },
    })),
    ...filter.severity.map((value) => ({
      label: text(`severity.${severityNames[Number(value) - 1] ?? 'medium'}`),
      change: { severity: without(filter.severity, value) },
    })),
    ...filter.owner.map((value) => ({
      label: labelled('cases.owner', value),
      change: { owner: without(filter.owner, value) },
    })),
    ...filter.tag.map((value) => ({
      label: labelled('cases.tag', value),
      change: { tag: without(filter.tag, value) },
    })),
    filter.from && {
      label: text('cases.chipFrom', { day: filter.from }),
      change: { from: '' },
    },
    filter.to && { label: text('cases.chipTo', { day: filter.to }), change: { to: '' } },
    filter.flagged && { label: text('cases.flagged'), change: { flagged: '' } },
  ].filter((chip) => chip !== false && chip !== '')
  if (chips.length === 0) return null
  return (
    <div className="chips">
      {chips.map(({ label, change }) => (
        <span key={label} className="chip">
          {label}
          <button
            type="button"
            aria-label={text('cases.removeFilter', { filter: label })}
            onClick={() => onChange(change)}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <Button
        kind="quiet"
        size="small"
        onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, ''])))}
      >
        {text('app.clearAll')}
      </Button>
    </div>
  )
}
