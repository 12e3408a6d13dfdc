import { useSearch } from '../../base/routing/location.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { Segments } from '../../base/ui/segments.tsx'
import type { ListState } from '../../shared/list/declaration.ts'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import { FilterChips } from '../../shared/list/filter-chips.tsx'
import { type AlertRow, useWaitingAlerts } from './use-alert-list.ts'
import { orderIn, orders, type View, views } from './views.ts'

interface TriageHeadProps {
  list: ListState<AlertRow>
  view: View
  /** How many wait, and how bad they are. */
  answer: string
  isFiltering: boolean
  onFiltering: () => void
  onNew: (() => void) | undefined
  onMail: (() => void) | undefined
}

/** Which alerts, in which order. */
export function TriageHead({
  list,
  view,
  answer,
  isFiltering,
  onFiltering,
  onNew,
  onMail,
}: TriageHeadProps) {
  const { params, set } = useSearch()
  const waiting = useWaitingAlerts()
  const order = orderIn(params)
  return (
    <div className="triage-head">
      <div className="triage-line">
        <h1 tabIndex={-1}>
          {text('alerts.title')}
          {waiting.new !== undefined && (
            <span className="tab-count">{text('alerts.newCount', { count: waiting.new })}</span>
          )}
        </h1>
        <div className="buttons">
          <Menu
            name={text('alerts.order')}
            label={text(`alerts.order.${order}`)}
            button={{ size: 'small' }}
            items={orders.map((one) => ({
              label: text(`alerts.order.${one}`),
              ...(one === order ? { icon: 'check' as const } : {}),
              onSelect: () => set({ order: one === 'newest' ? undefined : one }),
            }))}
          />
          {onMail && (
            <Button size="small" icon="upload" iconOnly onClick={onMail}>
              {text('alerts.dropMail')}
            </Button>
          )}
          {onNew && (
            <Button size="small" icon="plus" iconOnly onClick={onNew}>
              {text('alerts.new')}
            </Button>
          )}
        </div>
      </div>
      {answer && <p className="triage-answer">{answer}</p>}
      <div className="triage-line">
        <Segments
          label={text('alerts.view')}
          value={view}
          options={views.map((value) => ({ value, label: labelOf(value, waiting) }))}
          onChange={(next) => list.change({ view: next, alert: undefined }, { push: true })}
        />
        <Button
          size="small"
          icon="filter"
          className={list.isFiltered ? 'is-chosen' : ''}
          aria-expanded={isFiltering}
          onClick={onFiltering}
        >
          {text('alerts.filter')}
        </Button>
      </div>
      {isFiltering && (
        <div className="triage-filters">
          <FilterBar list={list} />
          <FilterChips list={list} />
        </div>
      )}
    </div>
  )
}

function labelOf(view: View, waiting: { new: number | undefined; mine: number | undefined }) {
  const count = view === 'new' ? waiting.new : view === 'mine' ? waiting.mine : undefined
  return count
    ? `${text(`alerts.view.${view}`)} ${formatNumber(count)}`
    : text(`alerts.view.${view}`)
}
