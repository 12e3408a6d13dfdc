import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { afterUndoTime } from '../../base/attempt.ts'
import { useColleagues } from '../../base/data/users.ts'
import { useSession } from '../../base/session/session.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import type { Selection } from '../../shared/list/use-selection.ts'
import { CloseDialog, type Closing } from './close-dialog.tsx'
import { type CaseChange, caseChanged } from './data.ts'
import { MergeDialog } from './merge-dialog.tsx'

export function CasesBulkBar({ selection }: { selection: Selection<CaseV1> }) {
  const { chosen, clear, remove } = selection
  const { user } = useSession()
  const colleagues = useColleagues().data ?? []
  const [asking, setAsking] = useState<'close' | 'merge'>()
  const ids = chosen.map(({ _id }) => _id)

  const changeLater = (message: string, change: CaseChange) => {
    clear()
    afterUndoTime({
      message,
      work: async () => {
        await api.updateCasesV1({ ids, ...change })
        await caseChanged()
      },
      onUndo: () => {},
    })
  }
  const deleteAll = async () => {
    try {
      for (const id of ids) await api.deleteCaseV1({ id })
    } finally {
      await caseChanged()
    }
  }
  const close = async (closing: Closing) => {
    setAsking(undefined)
    changeLater(counted('cases.closing', ids.length), { status: 'Resolved', ...closing })
  }
  return (
    <BulkBar
      count={counted('cases.selected', ids.length)}
      clear={text('cases.clearSelection')}
      onClear={clear}
      apart={
        <Button
          size="small"
          kind="danger"
          icon="trash"
          onClick={() =>
            remove(chosen, { message: counted('cases.deleting', ids.length), work: deleteAll })
          }
        >
          {text('app.delete')}
        </Button>
      }
    >
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
      {asking === 'close' && (
        <CloseDialog cases={chosen} onClose={() => setAsking(undefined)} onConfirm={close} />
      )}
      {asking === 'merge' && <MergeDialog cases={chosen} onClose={() => setAsking(undefined)} />}
    </BulkBar>
  )
}
