import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { navigate, useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useLetterKeys } from '../../base/ui/use-letter-keys.ts'
import { useAction } from '../../base/use-action.ts'
import { CasePicker } from '../../shared/response/case-picker.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { type CaseChange, changeCase, useCaseCounts } from './data.ts'
import { mergeCases } from './merge-dialog.tsx'
import { ResponderDialog } from './respond/responder-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

export function CaseButtons({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const { set } = useSearch()
  const change = (what: CaseChange) => changeCase(row, what)
  const [asking, setAsking] = useState<'close' | 'merge' | 'delete' | 'responder' | 'share'>()
  const done = () => setAsking(undefined)
  const isOpen = row.status === 'Open'
  useLetterKeys({ r: analyze && (() => setAsking('responder')) })
  if (!analyze) return null
  return (
    <div className="thumb-actions buttons">
      <Button icon="play" onClick={() => setAsking('responder')}>
        {text('cases.respond')}
      </Button>
      {isOpen && (
        <Button kind="primary" icon="check" onClick={() => setAsking('close')}>
          {text('cases.close')}
        </Button>
      )}
      <Menu
        name={text('cases.more')}
        label={text('cases.more')}
        button={{ icon: 'more', iconOnly: true }}
        items={[
          { label: text('cases.share'), icon: 'user', onSelect: () => setAsking('share') },
          { label: text('cases.mergeWith'), icon: 'merge', onSelect: () => setAsking('merge') },
          {
            label: text('cases.delete'),
            icon: 'trash',
            kind: 'danger',
            onSelect: () => setAsking('delete'),
          },
        ]}
      />
      {asking === 'close' && (
        <CloseDialog
          cases={[row]}
          onClose={done}
          onConfirm={async (closing) => {
            await change({ status: 'Resolved', ...closing })
            done()
          }}
        />
      )}
      {asking === 'merge' && (
        <CasePicker
          title={text('cases.mergeWithTitle', { number: String(row.number) })}
          confirm={text('cases.mergeWithConfirm')}
          except={[row._id]}
          onPick={(other) => mergeCases([row._id, other._id])}
          onClose={done}
        >
          <p className="dialog-lead">{text('cases.mergeText')}</p>
        </CasePicker>
      )}
      {asking === 'share' && <ShareDialog row={row} onClose={done} />}
      {asking === 'delete' && <DeleteDialog row={row} onClose={done} />}
      {asking === 'responder' && (
        <ResponderDialog
          targets={[{ type: 'case', id: row._id, tlp: row.tlp }]}
          onClose={done}
          onStarted={() => {
            done()
            set({ tab: undefined }, { push: true })
          }}
        />
      )}
    </div>
  )
}

function DeleteDialog({ row, onClose }: { row: CaseV1; onClose: () => void }) {
  const counts = useCaseCounts(row._id).data
  const { busy, problem, run } = useAction()
  const remove = async () => {
    await api.deleteCaseV1({ id: row._id })
    navigate('/cases')
    showToast({
      kind: 'success',
      message: text('cases.deleted', { number: String(row.number) }),
    })
    await readAgain(keyOf('cases'), keyOf('tasks'), keyOf('alerts'))
  }
  return (
    <ConfirmDialog
      title={text('cases.deleteTitle', { number: String(row.number) })}
      confirm={text('cases.delete')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void run(remove)}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('cases.deleteText')}</p>
      {counts && (
        <ul>
          <li>{counted('cases.countObservables', counts.observables)}</li>
          <li>{counted('cases.countTasks', counts.tasks)}</li>
          <li>{counted('cases.countActions', counts.actions)}</li>
        </ul>
      )}
      <p>{text('cases.deleteAlerts')}</p>
    </ConfirmDialog>
  )
}
