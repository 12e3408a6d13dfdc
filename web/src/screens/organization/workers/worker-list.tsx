import { useState } from 'react'
import { attempt } from '../../../base/attempt.ts'
import { questionOf } from '../../../base/model/question.ts'
import { Link } from '../../../base/routing/link.tsx'
import { navigate, useSearch } from '../../../base/routing/location.ts'
import { workerPath } from '../../../base/routing/settings-path.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { SearchBox } from '../../../base/ui/search-box.tsx'
import { Segments } from '../../../base/ui/segments.tsx'
import { Empty } from '../../../base/ui/states.tsx'
import { Switch } from '../../../base/ui/switch.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { failsOften, type Health, noHealth } from '../../../shared/catalogue/health.ts'
import { useHealth } from '../../../shared/catalogue/use-health.ts'
import type { Kind } from '../kinds.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { NodeCounts } from './node-counts.tsx'
import { switchOn } from './switch-on.ts'
import { typeWords } from './type-words.ts'
import { workersChanged } from './use-workers.ts'
import { isFoundBy, type WorkerFilter, type WorkerRow, workerFilters } from './worker-rows.ts'

interface WorkerListProps {
  kind: Kind
  rows: readonly WorkerRow[]
  /** Which one is open next to the list. */
  current: string | undefined
}

export function WorkerList({ kind, rows, current }: WorkerListProps) {
  const { params, set } = useSearch()
  const { administer } = useRights()
  const health = useHealth(kind)
  const healthOf = ({ id }: WorkerRow) => health.data?.get(id) ?? noHealth
  const passes: Record<WorkerFilter, (row: WorkerRow) => boolean> = {
    all: () => true,
    on: ({ worker }) => worker !== undefined,
    attention: (row) => attentionTo(row, healthOf(row)) !== undefined,
  }
  const show = workerFilters.find((name) => name === params.get('show')) ?? 'all'
  const typed = params.get('q') ?? ''
  const shown = rows.filter((row) => passes[show](row) && isFoundBy(row, typed.trim()))
  const isObsolete = ({ worker }: WorkerRow) => worker?.obsolete === true
  const obsolete = shown.filter(isObsolete)
  const listOf = (some: readonly WorkerRow[]) => (
    <ul className="worker-rows">
      {some.map((row) => (
        <Row
          key={row.id}
          kind={kind}
          row={row}
          attention={attentionTo(row, healthOf(row))}
          isCurrent={row.id === current}
        />
      ))}
    </ul>
  )
  return (
    <section className="panel worker-list" aria-label={text(`place.${kind}s`)}>
      <div className="worker-list-head">
        {administer && (
          <Segments<WorkerFilter>
            label={text('workers.show')}
            value={show}
            onChange={(next) => set({ show: next === 'all' ? undefined : next }, { push: true })}
            options={workerFilters.map((value) => ({
              value,
              label: text(`workers.show.${value}`, { count: rows.filter(passes[value]).length }),
            }))}
          />
        )}
        <SearchBox
          label={text(`workers.search.${kind}`)}
          value={typed}
          onChange={(q) => set({ q })}
        />
      </div>
      {shown.length === 0 && <Empty title={text('workers.noneMatch')} icon="search" />}
      {listOf(shown.filter((row) => !isObsolete(row)))}
      {obsolete.length > 0 && (
        <details className="worker-fold" open={obsolete.some(({ id }) => id === current)}>
          <summary>{counted('workers.obsoleteOnes', obsolete.length)}</summary>
          {listOf(obsolete)}
        </details>
      )}
      {administer && (
        <div className="worker-list-foot">
          <Link to={workerPath(kind, 'all')} aria-current={current === 'all' ? 'true' : undefined}>
            {text(`workers.forAll.${kind}`)}
          </Link>
          <NodeCounts />
        </div>
      )}
    </section>
  )
}

/** What a person should look at; undefined where nothing is wrong. */
function attentionTo(row: WorkerRow, health: Health): string | undefined {
  if (!row.worker) return undefined
  if (row.worker.obsolete) return text('workers.obsolete')
  if (row.missing.length > 0) return counted('workers.missing', row.missing.length)
  if (row.definition?.runners.length === 0) return text('workers.noRunner')
  return failsOften(health) ? text('workers.failsOften') : undefined
}

interface RowProps {
  kind: Kind
  row: WorkerRow
  attention: string | undefined
  isCurrent: boolean
}

function Row({ kind, row, attention, isCurrent }: RowProps) {
  const { administer } = useRights()
  const { search } = useSearchText()
  const types = typeWords(row.dataTypes)
  return (
    <li className="worker-row" data-row={row.id} data-current={isCurrent || undefined}>
      <Link
        to={workerPath(kind, row.id) + search}
        className="worker-link"
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="worker-title">{row.title}</span>
        <span className="worker-question few-lines">
          {questionOf(row.worker?.workerDefinitionId ?? row.name, row.description)}
        </span>
      </Link>
      <span className="worker-note" data-attention={attention !== undefined || undefined}>
        {attention ?? (row.needsNetwork ? text('workers.asksInternet') : types)}
      </span>
      {administer && <RowSwitch kind={kind} row={row} />}
    </li>
  )
}

/** The filter of the list stays when another row is opened. */
function useSearchText() {
  const { params } = useSearch()
  const kept = new URLSearchParams()
  for (const name of ['show', 'q']) {
    const value = params.get(name)
    if (value) kept.set(name, value)
  }
  return { search: kept.size > 0 ? `?${kept}` : '' }
}

function RowSwitch({ kind, row }: { kind: Kind; row: WorkerRow }) {
  const [busy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { worker, definition, title } = row
  const turnOn = async () => {
    if (!definition) return
    // Its form says what is missing, at the field.
    if (row.missing.length > 0) return navigate(`${workerPath(kind, row.id)}?on=yes`)
    setBusy(true)
    await attempt(async () => {
      await switchOn(kind, definition)
      workersChanged(kind)
      showToast({ kind: 'success', message: text('workers.enabled', { name: title }) })
    })
    setBusy(false)
  }
  return (
    <>
      <Switch
        label={title}
        isOn={worker !== undefined}
        busy={busy}
        onChange={(isOn) => (isOn ? void turnOn() : setAsking(true))}
      />
      {isAsking && worker && (
        <DisableDialog kind={kind} row={row} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
