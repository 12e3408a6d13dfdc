import { formatNumber, text } from '../../base/texts/index.ts'
import { Pager } from '../../base/ui/pager.tsx'
import type { ListState } from '../list/declaration.ts'

/** With the number of rows to choose. */
export function JobPager({ list, total }: { list: ListState; total: number }) {
  const { from, size, goTo } = list
  const { pageSizes = [] } = list.declared
  const largest = pageSizes.at(-1)
  return (
    <div className="job-pager">
      <label>
        {text('jobs.rows')}
        <select
          className="input"
          value={size}
          onChange={({ currentTarget: { value } }) => list.change({ size: value }, { push: true })}
        >
          {pageSizes.map((one) => (
            <option key={one} value={one}>
              {one === largest ? text('jobs.allRows', { count: one }) : formatNumber(one)}
            </option>
          ))}
        </select>
      </label>
      <Pager from={from} size={size} total={total} onGo={goTo} />
    </div>
  )
}
