import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useColleagues } from '../../data/users.ts'
import { afterUndoTime } from '../../response/attempt.ts'
import { useSession } from '../../session/session.ts'
import { counted, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { CloseDialog, type Closing } from '../close-dialog.tsx'
import { type CaseChange, caseChanged } from '../data.ts'
import { MergeDialog } from '../merge-dialog.tsx'

interface CasesBulkBarProps {
  cases: readonly CaseV1[]
  onDone: () => void
  onHide: (ids: readonly string[]) => void
  onShow: (ids: readonly string[]) => void
}

export function CasesBulkBar({ cases, onDone, onHide, onShow }: CasesBulkBarProps) {
  const { user } = useSession()
  const colleagues = useColleagues().data ?? []
  const [asking, setAsking] = useState<'close' | 'merge'>()
  const ids = cases.map(({ _id }) => _id)

  const changeLater = (message: string, change: CaseChange) => {
    onDone()
    afterUndoTime({
      message,
      work: async () => {
        await api.updateCasesV1({ ids, ...change })
        await caseChanged()
      },
      onUndo: () => {},
    })
  }
  const deleteLater = () => {
    onDone()
    onHide(ids)
    afterUndoTime({
      message: counted('cases.deleting', ids.length),
      work: async () => {
        try {
          for (const id of ids) await api.deleteCaseV1({ id })
        } finally {
          await caseChanged()
        }
      },
      onUndo: () => onShow(ids),
    })
  }
  const close = async (closing: Closing) => {
    setAsking(undefined)
    changeLater(counted('cases.closing', ids.length), { status: 'Resolved', ...closing })
  }
  return (
    <div className="bulk-bar">
      <strong>{counted('cases.selected', ids.length)}</strong>
      <Menu
        name={text('cases.assign')}
        label={text('cases.assign')}
        button={{ size: 'small' }}
        items={colleagues.map(({ login, name }) => ({
          label: login === user.id ? text('cases.assignMe') : `${name} (${login})`,
          onSelect: () =>
            changeLater(counted('cases.assigning', ids.length, { login }), { assignee: login }),
        }))}
      />
      <Button size="small" icon="check" onClick={() => setAsking('close')}>
        {text('cases.close')}
      </Button>
      <Button
        size="small"
        icon="merge"
        unavailable={ids.length < 2 && text('cases.mergeNeedsTwo')}
        onClick={() => setAsking('merge')}
      >
        {text('cases.merge')}
      </Button>
      <Button size="small" kind="danger" icon="trash" onClick={deleteLater}>
        {text('app.delete')}
      </Button>
      <Button size="small" kind="quiet" onClick={onDone}>
        {text('cases.clearSelection')}
      </Button>
      {asking === 'close' && (
        <CloseDialog cases={cases} onClose={() => setAsking(undefined)} onConfirm={close} />
      )}
      {asking === 'merge' && <MergeDialog cases={cases} onClose={() => setAsking(undefined)} />}
    </div>
  )
}
