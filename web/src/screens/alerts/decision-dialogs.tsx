import type { CaseV1, SimilarCase } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useAction } from '../../base/use-action.ts'
import type { Asked } from './decision-bar.tsx'
import { MergeAbout, MergePicker, useMergePreview } from './merge-preview.tsx'
import { NewCaseDialog } from './new-case-dialog.tsx'
import type { AlertDetail } from './use-alert.ts'
import type { useDecisions } from './use-decisions.ts'

interface DecisionDialogsProps {
  asked: Asked | undefined
  alert: AlertDetail
  similar: SimilarCase | undefined
  decisions: ReturnType<typeof useDecisions>
  onAsk: (asked: Asked | undefined) => void
}

export function DecisionDialogs({ asked, alert, similar, decisions, onAsk }: DecisionDialogsProps) {
  const close = () => onAsk(undefined)
  if (asked === 'merge' && similar)
    return (
      <MergeDialog
        alertId={alert._id}
        found={similar.case}
        onMerge={() => decisions.merge(similar.case._id)}
        onOther={() => onAsk('pick')}
        onClose={close}
      />
    )
  if (asked === 'pick')
    return (
      <MergePicker
        alertIds={[alert._id]}
        onMerge={async (caseId) => {
          await decisions.merge(caseId)
          close()
        }}
        onClose={close}
      />
    )
  if (asked === 'case')
    return (
      <NewCaseDialog
        alerts={[alert]}
        onMade={(made) => {
          close()
          decisions.caseMade(made)
        }}
        onClose={close}
      />
    )
  if (asked === 'delete')
    return (
      <ConfirmDialog
        title={text('alerts.deleteTitle')}
        confirm={text('app.delete')}
        busy={decisions.isBusy}
        onConfirm={() => void decisions.remove().then(close)}
        onCancel={close}
      >
        <p>{text('alerts.deleteAbout')}</p>
      </ConfirmDialog>
    )
  return null
}

interface MergeDialogProps {
  alertId: string
  found: CaseV1
  onMerge: () => Promise<void>
  onOther: () => void
  onClose: () => void
}

/** A merge cannot be undone, so it asks; Enter is the answer, because the key was deliberate. */
function MergeDialog({ alertId, found, onMerge, onOther, onClose }: MergeDialogProps) {
  const { busy, problem, run } = useAction()
  const { preview, isKnown } = useMergePreview(found._id, [alertId])
  const merge = () =>
    run(async () => {
      if (!(await isKnown())) return
      await onMerge()
      onClose()
    })
  return (
    <Dialog
      title={text('alerts.mergeInCase', { number: String(found.number) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button onClick={onOther}>{text('alerts.mergeInto')}</Button>
          <Button kind="primary" busy={busy} data-autofocus onClick={() => void merge()}>
            {text('alerts.merge')}
          </Button>
        </>
      }
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{found.title}</p>
      <MergeAbout preview={preview} alertCount={1} />
    </Dialog>
  )
}
