import type { Worker } from '@assay/contract'
import { type SearchChange, useSearch } from '../routing/place.ts'
import { formatNumber, text } from '../texts/index.ts'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { Icon } from '../ui/icons.tsx'
import { choicesOf, type Filter, isNarrowed } from './filter.ts'
import { grades } from './health.ts'
import { typeName } from './type-name.ts'

export const noFilter: SearchChange = { q: '', type: [], licence: [], health: [] }

interface FilterBarProps {
  workers: readonly Worker[]
  filter: Filter
}

export function FilterBar({ workers, filter }: FilterBarProps) {
  const { set } = useSearch()
  const choices = (values: readonly string[], labelOf = (value: string) => value) =>
    choicesOf(values).map(({ value, count }) => ({
      value,
      label: labelOf(value),
      hint: formatNumber(count),
    }))
  return (
    <>
      <search className="filters">
        <input
          type="search"
          className="input"
          aria-label={text('catalogue.search')}
          placeholder={text('catalogue.search')}
          value={filter.q}
          onChange={(event) => set({ q: event.currentTarget.value })}
        />
        <ChoiceMenu
          label={text('catalogue.type')}
          choices={choices(
            workers.flatMap(({ dataTypeList }) => dataTypeList),
            typeName,
          )}
          chosen={filter.types}
          onChange={(type) => set({ type })}
        />
        <ChoiceMenu
          label={text('catalogue.licence')}
          choices={choices(workers.map(({ license }) => license))}
          chosen={filter.licences}
          onChange={(licence) => set({ licence })}
        />
        <ChoiceMenu
          label={text('catalogue.health')}
          choices={grades.map((value) => ({ value, label: text(`catalogue.grade.${value}`) }))}
          chosen={filter.grades}
          onChange={(health) => set({ health })}
        />
      </search>
      {isNarrowed(filter) && <FilterChips filter={filter} />}
    </>
  )
}

function FilterChips({ filter }: { filter: Filter }) {
  const { set } = useSearch()
  const without = (values: readonly string[], gone: string) => values.filter((one) => one !== gone)
  const chips = [
    ...filter.types.map((type) => ({
      label: typeName(type),
      change: { type: without(filter.types, type) },
    })),
    ...filter.licences.map((licence) => ({
      label: licence,
      change: { licence: without(filter.licences, licence) },
    })),
    ...filter.grades.map((grade) => ({
      label: text(`catalogue.grade.${grade}`),
      change: { health: without(filter.grades, grade) },
    })),
  ]
  return (
    <div className="chips">
      {chips.map(({ label, change }) => (
        <span key={label} className="chip">
          {label}
          <button
            type="button"
            aria-label={text('catalogue.removeFilter', { filter: label })}
            onClick={() => set(change)}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <button type="button" className="link-button" onClick={() => set(noFilter)}>
        {text('app.clearAll')}
      </button>
    </div>
  )
}
