import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { mergeAlerts } from './changes.ts'
import { MergeAbout, useMergePreview } from './merge-preview.tsx'
import type { AlertDetail } from './use-alert.ts'

/** Merges the alert into one of the cases that it resembles; a merge cannot be undone, so it asks. */
export function MergeButton({ alert, found }: { alert: AlertDetail; found: CaseV1 }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        icon="merge"
        unavailable={alert.caseId !== undefined && text('alerts.hasCase')}
        onClick={() => setAsking(true)}
      >
        {text('alerts.merge')}
        <span className="visually-hidden"> #{found.number}</span>
      </Button>
      {isAsking && <Confirm alert={alert} found={found} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ConfirmProps {
  alert: AlertDetail
  found: CaseV1
  onClose: () => void
}

function Confirm({ alert, found, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const { preview, isKnown } = useMergePreview(found._id, [alert._id])
  const merge = async () => {
    setBusy(true)
    let isMerged = false
    await attempt(async () => {
      if (!(await isKnown())) return
      await mergeAlerts(found._id, [alert._id])
      isMerged = true
    })
    setBusy(false)
    if (isMerged) navigate(path`/cases/${found._id}`)
  }
  return (
    <ConfirmDialog
      title={text('alerts.mergeInCase', { number: String(found.number) })}
      confirm={text('alerts.merge')}
      kind="primary"
      busy={busy}
      onConfirm={() => void merge()}
      onCancel={onClose}
    >
      <p>{found.title}</p>
      <MergeAbout preview={preview} alertCount={1} />
    </ConfirmDialog>
  )
}
