import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import type { Selection } from '../../shared/list/use-selection.ts'
import { changeAlerts, deleteAlerts, mergeAlerts } from './changes.ts'
import { DismissMenu } from './dismiss-menu.tsx'
import { MergePicker } from './merge-preview.tsx'
import { NewCaseDialog } from './new-case-dialog.tsx'
import type { AlertRow } from './use-alert-list.ts'

/** What can be done with the chosen alerts, all of them at once. */
export function AlertsBulkBar({ selection }: { selection: Selection<AlertRow> }) {
  const alerts = selection.chosen.filter(({ isGone }) => !isGone)
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
    selection.clear()
  }
  const remove = () =>
    selection.remove(alerts, {
      message: counted('alerts.deleted', ids.length),
      work: () => deleteAlerts(ids),
    })
  const goTo = (found: CaseV1) => {
    selection.clear()
    navigate(path`/cases/${found._id}`)
  }

  return (
    <BulkBar
      label={text('alerts.bulk')}
      count={counted('alerts.chosen', alerts.length)}
      apart={
        <Button size="small" kind="danger" icon="trash" iconOnly onClick={remove}>
          {text('app.delete')}
        </Button>
      }
    >
      <DismissMenu
        button={{ size: 'small', busy, unavailable: isTaken }}
        onChoose={(dismissal) => void change({ dismissal })}
      />
      <Button size="small" icon="case" unavailable={isTaken} onClick={() => setOpened('case')}>
        {text('alerts.newCase')}
      </Button>
      <Button size="small" icon="merge" unavailable={isTaken} onClick={() => setOpened('merge')}>
        {text('alerts.mergeInto')}
      </Button>
      <Menu
        label={text('alerts.more')}
        name={text('alerts.more')}
        button={{ size: 'small', icon: 'more', iconOnly: true, busy }}
        items={[
          {
            label: text('alerts.markRead'),
            icon: 'eye',
            onSelect: () => void change({ read: true }),
          },
          {
            label: text('alerts.markUnread'),
            icon: 'bell',
            onSelect: () => void change({ read: false }),
          },
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
      {opened === 'merge' && (
        <MergePicker
          alertIds={ids}
          onMerge={async (caseId) => goTo(await mergeAlerts(caseId, ids))}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'case' && (
        <NewCaseDialog alerts={alerts} onMade={goTo} onClose={() => setOpened(undefined)} />
      )}
    </BulkBar>
  )
}
