import type { ObservableV1 } from '@assay/contract'
import { useRights } from '../../../base/session/rights.ts'
import { counted } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { useAnalyzeValues } from './use-analyze.ts'

interface AnalyzeNewProps {
  /** Values that were not analyzed. */
  values: readonly ObservableV1[]
  kind?: 'plain' | 'quiet'
}

/** Says how many there are, and in its title what it costs. */
export function AnalyzeNew({ values, kind = 'plain' }: AnalyzeNewProps) {
  const { analyze } = useRights()
  const analysis = useAnalyzeValues()
  const budget = analysis.budgetOf(values)
  if (!analyze || budget === 0) return null
  return (
    <Button
      size="small"
      kind={kind}
      icon="play"
      busy={analysis.isBusy}
      title={counted('cases.startAnalyses', budget)}
      onClick={() => void analysis.run(values)}
    >
      {counted('cases.analyzeNew', values.length)}
    </Button>
  )
}
