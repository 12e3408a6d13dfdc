import type { InvestigationJob } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'

interface FailuresLineProps {
  failed: readonly InvestigationJob[]
  isShown: boolean
  onShow: (isShown: boolean) => void
  onTryAgain: ((jobs: readonly InvestigationJob[]) => void) | undefined
}

/** An answer is missing: the verdict stands, and the rest can be requested again. */
export function FailuresLine({ failed, isShown, onShow, onTryAgain }: FailuresLineProps) {
  if (failed.length === 0) return null
  const values = new Set(failed.map(({ key }) => key)).size
  const names = [...new Set(failed.map(({ analyzer }) => analyzerName(analyzer)))]
  return (
    <section className="inv-failures" aria-label={text('investigation.failures')}>
      <Icon name="status-failure" />
      <span>{counted('investigation.failedFor', values, { names: names.join(', ') })}</span>
      <Button size="small" kind="quiet" aria-pressed={isShown} onClick={() => onShow(!isShown)}>
        {text('investigation.showFailed')}
      </Button>
      {onTryAgain && (
        <Button size="small" icon="refresh" onClick={() => onTryAgain(failed)}>
          {text('investigation.tryAgain')}
        </Button>
      )}
    </section>
  )
}
