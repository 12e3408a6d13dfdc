import type { SearchChange } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { ChoiceMenu } from '../../base/ui/choice-menu.tsx'
import { Field, Select } from '../../base/ui/field.tsx'
import { caseStatuses, periods, type SimilarWish } from './similar.ts'

interface SimilarFiltersProps {
  wish: SimilarWish
  types: readonly string[]
  onChange: (change: SearchChange) => void
}

const periodNames = Object.keys(periods) as (keyof typeof periods)[]

/** The server applies the first two, the others narrow what it found. */
export function SimilarFilters({ wish, types, onChange }: SimilarFiltersProps) {
  const percent = (value: number) => (value > 0 ? String(value) : '')
  return (
    <div className="similar-filters">
      <Select
        label={text('response.status')}
        name="status"
        value={wish.status}
        onChange={(status) => onChange({ status })}
        options={[
          ...caseStatuses.map((status) => ({
            value: status,
            label: text(`response.case${status}`),
          })),
          { value: 'any', label: text('response.anyStatus') },
        ]}
      />
      <Select
        label={text('response.period')}
        name="period"
        value={wish.period ?? ''}
        onChange={(period) => onChange({ period })}
        options={[
          { value: '', label: text('response.anyTime') },
          ...periodNames.map((name) => ({ value: name, label: text(`response.period.${name}`) })),
        ]}
      />
      {(['minObservables', 'minIocs'] as const).map((name) => (
        <Field
          key={name}
          label={text(`response.${name}`)}
          name={name}
          type="number"
          value={percent(wish[name])}
          onChange={(value) => onChange({ [name]: value })}
          input={{ min: 0, max: 100, inputMode: 'numeric' }}
        />
      ))}
      <ChoiceMenu
        label={text('response.types')}
        choices={[...new Set([...types, ...wish.types])].map((type) => ({
          value: type,
          label: type,
        }))}
        chosen={wish.types}
        onChange={(type) => onChange({ type })}
      />
    </div>
  )
}
