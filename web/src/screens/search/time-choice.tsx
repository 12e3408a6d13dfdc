import { counted, text } from '../../base/texts/index.ts'
import { Segments } from '../../base/ui/segments.tsx'

const times = ['any', '1', '7', '30'] as const
type Days = (typeof times)[number]

export const dayMs = 86_400_000

/** As the address has it. */
export const timeOf = (params: URLSearchParams): Days =>
  times.find((one) => one === params.get('days')) ?? 'any'

interface TimeChoiceProps {
  label: string
  days: Days
  /** Undefined is any time. */
  onChange: (days: string | undefined) => void
}

export const TimeChoice = ({ label, days, onChange }: TimeChoiceProps) => (
  <Segments
    label={label}
    value={days}
    onChange={(next) => onChange(next === 'any' ? undefined : next)}
    options={times.map((value) => ({
      value,
      label: value === 'any' ? text('search.anyTime') : counted('search.days', Number(value)),
    }))}
  />
)
