import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { counted, text } from '../../base/texts/index.ts'
import { Radios, Select, TextArea } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useAction } from '../../base/use-action.ts'
import { impacts, resolutions } from './case-marks.tsx'

export interface Closing {
  resolutionStatus: (typeof resolutions)[number]
  impactStatus: (typeof impacts)[number]
  summary?: string
}

interface CloseDialogProps {
  cases: readonly Pick<CaseV1, 'number' | 'summary'>[]
  onClose: () => void
  onConfirm: (closing: Closing) => Promise<void>
}

/** How it ended. Open tasks end with the case, which is announced before. */
export function CloseDialog({ cases, onClose, onConfirm }: CloseDialogProps) {
  const [resolution, setResolution] = useState<Closing['resolutionStatus']>('TruePositive')
  const [impact, setImpact] = useState<Closing['impactStatus']>('NoImpact')
  const only = cases.length === 1 ? cases[0] : undefined
  const [summary, setSummary] = useState(only?.summary ?? '')
  const action = useAction()
  const close = () =>
    onConfirm({
      resolutionStatus: resolution,
      impactStatus: impact,
      // Many cases keep their summaries when no common one is given.
      ...(summary.trim() || only ? { summary } : {}),
    })
  return (
    <FormDialog
      title={
        only
          ? text('cases.closeTitle', { number: String(only.number) })
          : counted('cases.closeMany', cases.length)
      }
      submit={text('cases.close')}
      action={action}
      onSubmit={close}
      onClose={onClose}
    >
      <Select
        label={text('cases.resolution')}
        name="resolution"
        value={resolution}
        onChange={(value) => setResolution(value as Closing['resolutionStatus'])}
        options={resolutions.map((value) => ({
          value,
          label: text(`cases.resolution.${value}`),
        }))}
      />
      <Radios
        legend={text('cases.impact')}
        name="impact"
        value={impact}
        onChange={setImpact}
        options={impacts.map((value) => ({ value, label: text(`cases.impact.${value}`) }))}
      />
      <TextArea
        label={text('cases.summary')}
        name="summary"
        value={summary}
        onChange={setSummary}
        hint={text('cases.closeHint')}
      />
    </FormDialog>
  )
}
