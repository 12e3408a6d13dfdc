import type { VerdictLevel } from '@assay/contract'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { VerdictMark } from '../../../base/ui/verdict-mark.tsx'
import type { Part } from './model.ts'
import type { useAnalyzeParts } from './use-analyze-parts.ts'

export const hasPage = ({ data, attachment }: Part) =>
  data !== undefined || attachment?.id !== undefined

interface PartVerdictProps {
  part: Part
  name: string
  /** Null without any verdict, undefined while it is not known. */
  level: VerdictLevel | null | undefined
  analysis: ReturnType<typeof useAnalyzeParts>
  isPlain?: boolean
}

/** The verdict, or what starts the analysis that leads to one. */
export const PartVerdict = ({ part, name, level, analysis, isPlain = false }: PartVerdictProps) =>
  analysis.canRun(part) && level === null ? (
    <Button
      size="small"
      busy={analysis.isBusy || analysis.isWaiting}
      title={counted('facts.cost', analysis.costOf([part]))}
      onClick={() => void analysis.run([part])}
    >
      {text('facts.analyze')}
      <span className="visually-hidden"> {name}</span>
    </Button>
  ) : (
    <VerdictMark level={level} isPlain={isPlain} />
  )
