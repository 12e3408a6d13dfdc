import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { changeAlert, decide, deleteAlerts, mergeAlerts } from './changes.ts'
import type { Dismissal } from './dismissals.ts'
import type { AlertDetail } from './use-alert.ts'

/** Long enough to read what happened. */
const undoMs = 8000

export interface DecisionWays {
  /** The reader is done with it: the next one opens. */
  onDecided: (id: string) => void
  /** It was taken back, and is to be looked at again. */
  onUndone: (id: string) => void
}

/** What can be decided about an alert. Each is sent once, however often its key is pressed. */
export function useDecisions(alert: AlertDetail | undefined, ways: DecisionWays) {
  const { user } = useSession()
  const [isBusy, setBusy] = useState(false)

  const once = async (work: (alert: AlertDetail) => Promise<unknown>): Promise<boolean> => {
    if (!alert || isBusy) return false
    setBusy(true)
    const worked = await attempt(() => work(alert))
    setBusy(false)
    return worked
  }

  const decided = async (change: { dismissal: Dismissal } | { read: true }) => {
    if (!alert || !(await once(({ _id }) => decide(_id, change)))) return
    const { _id: id, title } = alert
    ways.onDecided(id)
    const undo = async () => {
      if (await attempt(() => decide(id, { read: false }))) ways.onUndone(id)
    }
    showToast({
      kind: 'info',
      message: text('alerts.dismissed', { title: title.slice(0, 100) }),
      ms: undoMs,
      action: { label: text('app.undo'), onPress: () => void undo() },
    })
  }

  const tellOfCase = (found: CaseV1, message: 'alerts.merged' | 'alerts.caseMade') => {
    const number = String(found.number)
    showToast({
      kind: 'success',
      message: text(message, { number }),
      ms: undoMs,
      action: {
        label: text('alerts.openCaseNumber', { number }),
        onPress: () => navigate(path`/cases/${found._id}`),
      },
    })
  }

  return {
    isBusy,
    dismiss: (dismissal: Dismissal) => decided({ dismissal }),
    /** Of a case: what was updated is seen, and there is nothing to dismiss. */
    read: () => decided({ read: true }),
    /** Throws when it is refused, so the dialog can say why. */
    merge: async (caseId: string) => {
      if (!alert) return
      tellOfCase(await mergeAlerts(caseId, [alert._id]), 'alerts.merged')
      ways.onDecided(alert._id)
    },
    caseMade: (made: CaseV1) => {
      tellOfCase(made, 'alerts.caseMade')
      if (alert) ways.onDecided(alert._id)
    },
    remove: async () => {
      if (alert && (await once(({ _id }) => deleteAlerts([_id])))) ways.onDecided(alert._id)
    },
    unread: () => once(({ _id }) => decide(_id, { read: false })),
    assign: (isMine: boolean) =>
      once(({ _id }) => changeAlert(_id, { assignee: isMine ? user.id : null })),
    follow: (isFollowed: boolean) => once(({ _id }) => changeAlert(_id, { follow: isFollowed })),
  }
}
