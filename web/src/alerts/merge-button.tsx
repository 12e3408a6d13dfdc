import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../attempt.ts'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { mergeAlerts } from './changes.ts'
import type { AlertDetail } from './use-alert.ts'

/** Merges the alert into one of the cases that it resembles; a merge cannot be undone, so it asks. */
export function MergeButton({ alert, found }: { alert: AlertDetail; found: CaseV1 }) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const merge = async () => {
    setBusy(true)
    const worked = await attempt(() => mergeAlerts(found._id, [alert._id]))
    setBusy(false)
    if (worked) navigate(path`/cases/${found._id}`)
  }
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
      {isAsking && (
        <ConfirmDialog
          title={text('alerts.mergeInCase', { number: String(found.number) })}
          confirm={text('alerts.merge')}
          kind="primary"
          busy={busy}
          onConfirm={() => void merge()}
          onCancel={() => setAsking(false)}
        >
          <p>{found.title}</p>
          <p>{text('alerts.mergeAbout')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
