import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { useCaseTemplates } from '../../base/data/settings.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Select } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useAction } from '../../base/use-action.ts'
import { caseFromAlerts } from './changes.ts'

interface NewCaseDialogProps {
  /** The first gives the case its title and marks. */
  alerts: readonly { _id: string; title: string; caseTemplate?: string }[]
  onMade: (made: CaseV1) => void
  onClose: () => void
}

export function NewCaseDialog({ alerts, onMade, onClose }: NewCaseDialogProps) {
  const [first] = alerts
  const [template, setTemplate] = useState(first?.caseTemplate ?? '')
  const action = useAction()
  const templates = useCaseTemplates()
  const ids = alerts.map(({ _id }) => _id)
  return (
    <FormDialog
      title={counted('alerts.newCaseTitle', alerts.length)}
      submit={text('alerts.makeCase')}
      action={action}
      hasFocusOnSubmit
      onSubmit={async () => onMade(await caseFromAlerts(ids, template))}
      onClose={onClose}
    >
      <p className="dialog-lead">{text('alerts.newCaseAbout', { title: first?.title ?? '' })}</p>
      {alerts.length > 1 && (
        <p className="dialog-lead">{counted('alerts.newCaseOthers', alerts.length - 1)}</p>
      )}
      <Select
        label={text('alerts.template')}
        name="template"
        value={template}
        onChange={setTemplate}
        options={[
          { value: '', label: text('alerts.noTemplate') },
          ...(templates.data ?? []).map(({ name, displayName }) => ({
            value: name,
            label: displayName,
          })),
        ]}
      />
    </FormDialog>
  )
}
