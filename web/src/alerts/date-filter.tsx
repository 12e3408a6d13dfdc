import type { ListState } from '../list/declaration.ts'
import { text } from '../texts/index.ts'
import { Field } from '../ui/field.tsx'
import { Popover } from '../ui/popover.tsx'

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
