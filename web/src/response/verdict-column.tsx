import type { ObservableV1, ValueVerdict } from '@assay/contract'
import { defangText } from '../model/defang.ts'
import { Link } from '../routing/link.tsx'
import { text } from '../texts/index.ts'
import { valuePath } from '../ui/observable.tsx'
import type { Column } from '../ui/table.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'

/** What is known about the value, wherever it was found out, and why. */
export const verdictColumn = (
  verdictOf: (row: ObservableV1) => ValueVerdict | undefined,
): Column<ObservableV1> => ({
  key: 'verdict',
  label: text('response.verdict'),
  cell: (row) => {
    const verdict = verdictOf(row)
    if (!verdict || verdict.level === null) return <span className="muted">–</span>
    const [reason] = verdict.reasons
    return (
      <Link to={valuePath(row)} className="verdict-link" title={reason && defangText(reason.text)}>
        <VerdictMark level={verdict.level} isPlain />
      </Link>
    )
  },
})
