import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { Popover } from '../../base/ui/popover.tsx'
import type { ListState } from '../../shared/list/declaration.ts'

const days = ['after', 'before'] as const

/** The first and the last day, in one popover. */
export function DateFilter({ list }: { list: ListState }) {
  const isChosen = days.some((key) => list.values[key]?.length)
  return (
    <Popover
      name={text('alerts.date')}
      label={text('alerts.date')}
      button={{ icon: 'down', size: 'small', className: isChosen ? 'is-chosen' : '' }}
    >
      {() => (
        <div className="day-range">
          {days.map((key) => (
            <Field
              key={key}
              label={text(`alerts.${key}`)}
              name={key}
              type="date"
              value={list.values[key]?.[0] ?? ''}
              onChange={(day) => list.change({ [key]: day })}
            />
          ))}
        </div>
      )}
    </Popover>
  )
}
