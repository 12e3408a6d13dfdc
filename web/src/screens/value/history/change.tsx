import type { ValueRun } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { VerdictMark } from '../../../base/ui/verdict-mark.tsx'
import { isChange } from './runs.ts'

/** The verdict before and after. */
export function Change({ run }: { run: ValueRun }) {
  const { from, to } = run
  return (
    <p className="history-change">
      {!isChange(run) ? (
        <span className="muted">{text('history.unchanged')}</span>
      ) : (
        from !== undefined && (
          <>
            <VerdictMark level={from} isPlain />
            <span className="muted" aria-hidden="true">
              →
            </span>
            <span className="visually-hidden">{text('history.becomes')}</span>
          </>
        )
      )}
      <VerdictMark level={to} isPlain />
    </p>
  )
}
