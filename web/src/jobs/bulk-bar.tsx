import type { Job } from '@assay/contract'
import { navigate } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ExportMenu } from './export-menu.tsx'
import type { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  chosen: readonly Job[]
  bulk: ReturnType<typeof useBulk>
  onRunAgain: (options: { force: boolean }) => void
  onDelete: () => void
  onClear: () => void
}

/** What can be done with the chosen jobs. */
export function BulkBar({ chosen, bulk, onRunAgain, onDelete, onClear }: BulkBarProps) {
  const { analyze } = useRights()
  if (chosen.length === 0) return null
  const noAnalyzer = chosen.every(({ type }) => type !== 'analyzer') && text('jobs.notAgain')
  return (
    <section className="bulk-bar" aria-label={text('jobs.chosen')}>
      <strong className="number">{counted('jobs.selected', chosen.length)}</strong>
      {analyze && (
        <>
          <Button
            size="small"
            icon="refresh"
            busy={bulk.isBusy}
            unavailable={noAnalyzer}
            onClick={() => onRunAgain({ force: false })}
          >
            {text('jobs.runAgain')}
          </Button>
          <Button
            size="small"
            busy={bulk.isBusy}
            unavailable={noAnalyzer}
            title={text('jobs.runFreshHint')}
            onClick={() => onRunAgain({ force: true })}
          >
            {text('jobs.runFresh')}
          </Button>
        </>
      )}
      <Button
        size="small"
        unavailable={chosen.length !== 2 && text('jobs.compareTwo')}
        onClick={() => navigate(comparePath(chosen))}
      >
        {text('jobs.compare')}
      </Button>
      <ExportMenu jobs={chosen} name={text('jobs.title')} bulk={bulk} />
      {analyze && (
        <Button size="small" kind="danger" icon="trash" busy={bulk.isBusy} onClick={onDelete}>
          {text('app.delete')}
        </Button>
      )}
      <Button size="small" kind="quiet" onClick={onClear}>
        {text('jobs.unselect')}
      </Button>
    </section>
  )
}

/** The older one stands at the left. */
export function comparePath(two: readonly Job[]): string {
  const [a, b] = [...two].sort((one, other) => one.createdAt - other.createdAt)
  return `/compare?${new URLSearchParams({ a: a?.id ?? '', b: b?.id ?? '' })}`
}
