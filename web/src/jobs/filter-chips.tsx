import { defang, detect } from '@assay/contract'
import { useAnalyzers } from '../data/workers.ts'
import { harmlessText } from '../model/harmless.ts'
import { markingOf } from '../model/marking.ts'
import { statusOf } from '../model/statuses.ts'
import { dateAndTime } from '../model/times.ts'
import type { SearchChange } from '../routing/place.ts'
import { type TextKey, text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { presetLabel } from './created-filter.tsx'
import {
  type FilterName,
  type FilterPart,
  filterNames,
  isPreset,
  type JobFilter,
  momentOf,
  partsOf,
  without,
} from './filter.ts'

const nothing: SearchChange = Object.fromEntries(filterNames.map((name) => [name, undefined]))

interface FilterChipsProps {
  filter: JobFilter
  isAllowed: boolean
  onChange: (change: SearchChange, options: { push: boolean }) => void
}

/** What the list is narrowed down to; each can be taken away. */
export function FilterChips({ filter, isAllowed, onChange }: FilterChipsProps) {
  const analyzers = useAnalyzers(isAllowed)
  const parts = partsOf(filter)
  if (parts.length === 0) return null
  const nameOfWorker = (id: string) => analyzers.data?.find((one) => one.id === id)?.name ?? id
  return (
    <ul className="chips job-chips" aria-label={text('jobs.chosenFilters')}>
      {parts.map((part) => {
        const said = text('app.labelled', {
          label: text(labels[part.name]),
          value: part.name === 'worker' ? nameOfWorker(part.value) : shown(part),
        })
        return (
          <li key={`${part.name}=${part.value}`} className="chip">
            <span className="chip-text">{said}</span>
            <button
              type="button"
              aria-label={text('jobs.removeFilter', { filter: said })}
              onClick={() => onChange(without(filter, part), { push: true })}
            >
              <Icon name="close" />
            </button>
          </li>
        )
      })}
      <li>
        <button
          type="button"
          className="link-button clear-all"
          onClick={() => onChange(nothing, { push: true })}
        >
          {text('app.clearAll')}
        </button>
      </li>
    </ul>
  )
}

const labels: Record<FilterName, TextKey> = {
  q: 'jobs.observable',
  value: 'jobs.exactValue',
  status: 'jobs.status',
  type: 'jobs.type',
  worker: 'jobs.worker',
  kind: 'jobs.kind',
  tlp: 'jobs.tlp',
  pap: 'jobs.pap',
  by: 'jobs.by',
  created: 'jobs.created',
  from: 'jobs.from',
  to: 'jobs.to',
  error: 'jobs.error',
}

function shown({ name, value }: FilterPart): string {
  switch (name) {
    case 'q':
    case 'value':
      return defang(detect(value)?.dataType ?? 'other', value)
    case 'status': {
      const status = statusOf(value)
      return status ? text(`status.${status}`) : value
    }
    case 'kind':
      return value === 'analyzer' || value === 'responder' ? text(`jobs.${value}`) : value
    case 'tlp':
    case 'pap':
      return markingOf(Number(value)) ?? value
    case 'created':
      return isPreset(value) ? presetLabel(value) : value
    case 'from':
    case 'to': {
      const at = momentOf(value)
      return at === undefined ? value : dateAndTime(at)
    }
    default:
      return harmlessText(value)
  }
}
