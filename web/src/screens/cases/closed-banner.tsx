import type { CaseV1 } from '@assay/contract'
import { attempt } from '../../base/attempt.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { Time } from '../../base/ui/time.tsx'
import { resolutionText, statusText } from './case-marks.tsx'
import { changeCase, reopened } from './data.ts'

/** Comments stay possible, so it must be plain that the case is over. */
export function ClosedBanner({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  if (row.status === 'Open') return null
  const said = [statusText(row.status), resolutionText(row)].filter(Boolean).join(', ')
  return (
    <div className="notice notice-info">
      <Icon name="check" />
      <div className="notice-text">
        {text('cases.isClosed', { status: said })}{' '}
        {row.endDate !== undefined && <Time at={row.endDate} style="full" />}
      </div>
      {analyze && (
        <Button
          size="small"
          icon="refresh"
          onClick={() => void attempt(() => changeCase(row, reopened))}
        >
          {text('cases.reopen')}
        </Button>
      )}
    </div>
  )
}
