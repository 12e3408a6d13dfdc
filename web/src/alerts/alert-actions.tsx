import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../attempt.ts'
import { CasePicker } from '../response/case-picker.tsx'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { changeAlert, deleteAlerts, mergeAlerts } from './changes.ts'
import { NewCaseDialog } from './new-case-dialog.tsx'
import type { AlertDetail } from './use-alert.ts'

const openCase = ({ _id }: CaseV1) => navigate(path`/cases/${_id}`)

/** What can be done with the alert as a whole. */
export function AlertActions({ alert }: { alert: AlertDetail }) {
  const { analyze } = useRights()
  const [opened, setOpened] = useState<'merge' | 'case' | 'delete'>()
  const [busy, setBusy] = useState(false)
  if (!analyze) return null
  const { _id, read, follow, caseId } = alert
  const close = () => setOpened(undefined)
  const isTaken = caseId !== undefined && text('alerts.hasCase')

  const change = async (wanted: { read: boolean } | { follow: boolean }) => {
    setBusy(true)
    await attempt(() => changeAlert(_id, wanted))
    setBusy(false)
  }
  const remove = async () => {
    setBusy(true)
    const worked = await attempt(() => deleteAlerts([_id]))
    setBusy(false)
    if (worked) navigate('/alerts')
  }

  return (
    <>
      <Button kind="primary" icon="case" unavailable={isTaken} onClick={() => setOpened('case')}>
        {text('alerts.newCase')}
      </Button>
      <Button icon="merge" unavailable={isTaken} onClick={() => setOpened('merge')}>
        {text('alerts.mergeInto')}
      </Button>
      <Button icon={read ? 'bell' : 'eye'} busy={busy} onClick={() => void change({ read: !read })}>
        {text(read ? 'alerts.markUnread' : 'alerts.markRead')}
      </Button>
      <Menu
        label={text('alerts.more')}
        name={text('alerts.more')}
        button={{ icon: 'more', iconOnly: true }}
        items={[
          {
            label: text(follow ? 'alerts.ignoreUpdates' : 'alerts.followUpdates'),
            icon: follow ? 'eye-off' : 'bell',
            onSelect: () => void change({ follow: !follow }),
          },
          {
            label: text('alerts.delete'),
            icon: 'trash',
            kind: 'danger',
            onSelect: () => setOpened('delete'),
          },
        ]}
      />
      {opened === 'case' && <NewCaseDialog alerts={[alert]} onMade={openCase} onClose={close} />}
      {opened === 'merge' && (
        <CasePicker
          title={counted('alerts.mergeTitle', 1)}
          confirm={text('alerts.mergeConfirm')}
          onPick={async (picked) => openCase(await mergeAlerts(picked._id, [_id]))}
          onClose={close}
        >
          <p className="dialog-lead">{text('alerts.mergeAbout')}</p>
        </CasePicker>
      )}
      {opened === 'delete' && (
        <ConfirmDialog
          title={text('alerts.deleteTitle')}
          confirm={text('app.delete')}
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={close}
        >
          <p>{text('alerts.deleteAbout')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
