import type { SearchChange } from '../routing/place.ts'
import { formatNumber, text } from '../texts/index.ts'
import { Pager } from '../ui/pager.tsx'
import { pageSizes } from './use-job-list.ts'

interface JobPagerProps {
  from: number
  size: number
  total: number
  onChange: (change: SearchChange, options: { push: boolean }) => void
}

export function JobPager({ from, size, total, onChange }: JobPagerProps) {
  if (total === 0) return null
  const largest = pageSizes.at(-1)
  return (
    <div className="job-pager">
      <label>
        {text('jobs.rows')}
        <select
          className="input"
          value={size}
          onChange={({ currentTarget: { value } }) =>
            onChange({ page: undefined, size: value }, { push: true })
          }
        >
          {pageSizes.map((one) => (
            <option key={one} value={one}>
              {one === largest ? text('jobs.allRows', { count: one }) : formatNumber(one)}
            </option>
          ))}
        </select>
      </label>
      <Pager
        from={from}
        size={size}
        total={total}
        onGo={(next) => onChange({ page: String(Math.floor(next / size) + 1) }, { push: true })}
      />
    </div>
  )
}
