import './list.css'
import { dateOnly } from '../../base/model/times.ts'
import type { SearchChange } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Popover } from '../../base/ui/popover.tsx'
import { dayOf, isDay, timesIn } from './days.ts'

interface TimeRangeProps {
  label: string
  params: URLSearchParams
  onChange: (change: SearchChange) => void
}

const dayMs = 86_400_000
const lengths = [7, 30, 90] as const

/** From one day to another, both included; each may be open. */
export function TimeRange({ label, params, onChange }: TimeRangeProps) {
  const { since, until } = timesIn(params)
  const isOn = since !== undefined || until !== undefined
  const field = (name: 'from' | 'until') => {
    const day = params.get(name) ?? ''
    return (
      <label className="time-range-day">
        {text(`timeRange.${name}`)}
        <input
          type="date"
          className="input"
          value={isDay(day) ? day : ''}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      </label>
    )
  }
  return (
    <Popover
      name={label}
      label={isOn ? rangeName(since, until) : label}
      button={{ icon: 'down', size: 'small', className: isOn ? 'is-chosen' : '' }}
    >
      {(close) => (
        <div className="time-range">
          <div className="buttons">
            {lengths.map((days) => (
              <Button
                key={days}
                size="small"
                onClick={() => {
                  onChange({ from: dayOf(Date.now() - days * dayMs), until: undefined })
                  close()
                }}
              >
                {text('timeRange.days', { count: days })}
              </Button>
            ))}
            <Button
              size="small"
              onClick={() => {
                onChange({ from: undefined, until: undefined })
                close()
              }}
            >
              {text('timeRange.any')}
            </Button>
          </div>
          <div className="time-range-days">
            {field('from')}
            {field('until')}
          </div>
        </div>
      )}
    </Popover>
  )
}

function rangeName(since: number | undefined, until: number | undefined): string {
  // The last day is included.
  const last = until === undefined ? text('timeRange.today') : dateOnly(until - 1)
  return since === undefined ? text('timeRange.to', { day: last }) : `${dateOnly(since)} – ${last}`
}
