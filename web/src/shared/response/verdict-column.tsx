import type { ObservableV1, ValueVerdict } from '@assay/contract'
import { said } from '../../base/model/said.ts'
import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { Names } from '../../base/ui/names.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'

/** What is known about the value, wherever it was found out, and why. */
export const verdictColumn = (
  verdictOf: (row: ObservableV1) => ValueVerdict | undefined,
): Column<ObservableV1> => ({
  key: 'verdict',
  label: text('response.verdict'),
  cell: (row) => {
    const verdict = verdictOf(row)
    if (!verdict) return null
    if (verdict.level === null) return <VerdictMark level={null} isPlain />
    const reason = verdict.reasons[0] && said(verdict.reasons[0])
    return (
      <div className="verdict-cell">
        <Link to={valuePath(row)} className="verdict-link" title={reason}>
          <VerdictMark level={verdict.level} checkedAt={verdict.checkedAt} isPlain />
        </Link>
        {reason && (
          <span className="muted verdict-reason few-lines">
            <Names in={reason} />
          </span>
        )}
      </div>
    )
  },
})
