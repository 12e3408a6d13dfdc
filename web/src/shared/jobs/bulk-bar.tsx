import type { Job } from '@assay/contract'
import { navigate } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { BulkBar } from '../list/bulk-bar.tsx'
import { ExportMenu } from './export-menu.tsx'
import { comparePath } from './paths.ts'
import type { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  chosen: readonly Job[]
  bulk: ReturnType<typeof useBulk>
  onRunAgain: (options: { force: boolean }) => void
  onDelete: () => void
  onClear: () => void
}

/** What can be done with the chosen jobs. */
export function JobsBulkBar({ chosen, bulk, onRunAgain, onDelete, onClear }: BulkBarProps) {
  const { analyze } = useRights()
  const noAnalyzer = chosen.every(({ type }) => type !== 'analyzer') && text('jobs.notAgain')
  return (
    <BulkBar
      label={text('jobs.chosen')}
      count={counted('jobs.selected', chosen.length)}
      clear={text('jobs.unselect')}
      onClear={onClear}
      apart={
        analyze && (
          <Button size="small" kind="danger" icon="trash" busy={bulk.isBusy} onClick={onDelete}>
            {text('app.delete')}
          </Button>
        )
      }
    >
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
    </BulkBar>
  )
}
