import type { ReportDraft } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { queryClient } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Labelled } from '../../../base/ui/field.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { useAction } from '../../../base/use-action.ts'
import { useReportTemplates } from './data.ts'

interface TemplateChoiceProps {
  caseId: string
  draft: ReportDraft
  onStart: () => void
}

/** Another template begins the draft again, so what was written is asked for first. */
export function TemplateChoice({ caseId, draft, onStart }: TemplateChoiceProps) {
  const templates = useReportTemplates().data ?? []
  const [wanted, setWanted] = useState<string>()
  const { busy, problem, run } = useAction()
  const start = async (template: string) => {
    const next = await api.startReportDraft({ id: caseId }, { template })
    onStart()
    queryClient.setQueryData(keyOf('caseReport', caseId, 'draft'), next)
    setWanted(undefined)
  }
  const isKnown = templates.some(({ id }) => id === draft.template)
  return (
    <>
      <Labelled label={text('reports.template')}>
        {(ids) => (
          <select
            {...ids}
            className="input"
            value={draft.template}
            onChange={({ target }) =>
              draft.isStored ? setWanted(target.value) : void run(() => start(target.value))
            }
          >
            {!isKnown && <option value={draft.template}>{draft.templateName}</option>}
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {wanted === undefined && <Notice kind="error">{problem?.message}</Notice>}
      {wanted !== undefined && (
        <ConfirmDialog
          title={text('reports.beginAgain')}
          confirm={text('reports.beginAgainConfirm')}
          busy={busy}
          onConfirm={() => void run(() => start(wanted))}
          onCancel={() => setWanted(undefined)}
        >
          <Notice kind="error">{problem?.message}</Notice>
          <p>{text('reports.beginAgainText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
