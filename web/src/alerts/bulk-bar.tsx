import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../response/attempt.ts'
import { CasePicker } from '../response/case-picker.tsx'
import { path } from '../routing/match.ts'
import { navigate } from '../routing/place.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import { changeAlerts, mergeAlerts } from './changes.ts'
import { NewCaseDialog } from './new-case-dialog.tsx'
import type { AlertRow } from './use-alert-list.ts'

interface BulkBarProps {
  /** The chosen ones, as the list shows them. */
  alerts: readonly AlertRow[]
  onDelete: () => void
  /** They are dealt with: nothing is chosen any more. */
  onDone: () => void
}

/** What can be done with the chosen alerts, all of them at once. */
export function BulkBar({ alerts, onDelete, onDone }: BulkBarProps) {
  const [opened, setOpened] = useState<'merge' | 'case'>()
  const [busy, setBusy] = useState(false)
  const ids = alerts.map(({ _id }) => _id)
  const imported = alerts.filter(({ caseId }) => caseId !== undefined).length
  const isTaken = imported > 0 && counted('alerts.alreadyImported', imported)

  const change = async (wanted: Parameters<typeof changeAlerts>[1]) => {
    setBusy(true)
    const worked = await attempt(() => changeAlerts(ids, wanted))
    setBusy(false)
    if (!worked) return
    showToast({ kind: 'success', message: counted('alerts.changed', ids.length) })
    onDone()
  }
  const goTo = (found: CaseV1) => {
    onDone()
    navigate(path`/cases/${found._id}`)
  }

  return (
    <section className="bulk-bar" aria-label={text('alerts.bulk')}>
      <strong>{counted('alerts.chosen', alerts.length)}</strong>
      <Button size="small" icon="eye" busy={busy} onClick={() => void change({ read: true })}>
        {text('alerts.markRead')}
      </Button>
      <Button size="small" icon="bell" busy={busy} onClick={() => void change({ read: false })}>
        {text('alerts.markUnread')}
      </Button>
      <Menu
        label={text('alerts.follow')}
        name={text('alerts.follow')}
        button={{ size: 'small' }}
        items={[
          {
            label: text('alerts.followUpdates'),
            icon: 'bell',
            onSelect: () => void change({ follow: true }),
          },
          {
            label: text('alerts.ignoreUpdates'),
            icon: 'eye-off',
            onSelect: () => void change({ follow: false }),
          },
        ]}
      />
      <Button size="small" icon="case" unavailable={isTaken} onClick={() => setOpened('case')}>
        {text('alerts.newCase')}
      </Button>
      <Button size="small" icon="merge" unavailable={isTaken} onClick={() => setOpened('merge')}>
        {text('alerts.mergeInto')}
      </Button>
      <Button size="small" kind="danger" icon="trash" onClick={onDelete}>
        {text('app.delete')}
      </Button>
      {opened === 'merge' && (
        <CasePicker
          title={counted('alerts.mergeTitle', alerts.length)}
          confirm={text('alerts.mergeConfirm')}
          onPick={async ({ _id }) => goTo(await mergeAlerts(_id, ids))}
          onClose={() => setOpened(undefined)}
        >
          <p className="dialog-lead">{text('alerts.mergeAbout')}</p>
        </CasePicker>
      )}
      {opened === 'case' && (
        <NewCaseDialog alerts={alerts} onMade={goTo} onClose={() => setOpened(undefined)} />
      )}
    </section>
  )
}
