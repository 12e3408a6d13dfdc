import type { ReactNode } from 'react'
import { useObservableTypes } from '../../data/settings.ts'
import type { SearchChange } from '../../routing/place.ts'
import { text } from '../../texts/index.ts'
import { ChoiceMenu } from '../../ui/choice-menu.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { ObservableFilter } from './filter.ts'

interface ObservableFiltersProps {
  filter: ObservableFilter
  onChange: (change: SearchChange) => void
  children: ReactNode
}

export function ObservableFilters({ filter, onChange, children }: ObservableFiltersProps) {
  const types = useObservableTypes().data ?? []
  return (
    <>
      <search className="filters">
        <input
          type="search"
          className="input"
          aria-label={text('cases.searchObservablesLabel')}
          placeholder={text('cases.searchObservables')}
          value={filter.text}
          onChange={(event) => onChange({ q: event.currentTarget.value })}
        />
        <ChoiceMenu
          label={text('cases.type')}
          choices={types.map(({ name }) => ({ value: name, label: name }))}
          chosen={filter.type}
          onChange={(type) => onChange({ type })}
        />
        <ChoiceMenu
          label={text('cases.marks')}
          choices={[
            { value: 'ioc', label: text('cases.ioc') },
            { value: 'sighted', label: text('cases.sighted') },
          ]}
          chosen={filter.only}
          onChange={(only) => onChange({ only })}
        />
        <span className="filters-end buttons">{children}</span>
      </search>
      {filter.tag.length > 0 && (
        <div className="chips">
          {filter.tag.map((tag) => (
            <span key={tag} className="chip">
              {text('app.labelled', { label: text('cases.tag'), value: tag })}
              <button
                type="button"
                aria-label={text('cases.removeFilter', { filter: tag })}
                onClick={() => onChange({ tag: filter.tag.filter((one) => one !== tag) })}
              >
                <Icon name="close" />
              </button>
            </span>
          ))}
        </div>
      )}
    </>
  )
}
