import type { ObservableV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { navigate } from '../../../base/routing/location.ts'
import { path } from '../../../base/routing/match.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { useAction } from '../../../base/use-action.ts'
import { TlpMenu } from '../../../shared/response/marking-menus.tsx'
import { changeObservables, type ObservableChange } from './data.ts'
import { IocButton } from './ioc-button.tsx'

interface ObservableBarProps {
  row: ObservableV1
  caseId: string
}

export function ObservableBar({ row, caseId }: ObservableBarProps) {
  const { analyze } = useRights()
  const [isDeleting, setDeleting] = useState(false)
  const change = (what: ObservableChange) => changeObservables([row._id], what)
  return (
    <div className="fact-bar">
      <IocButton
        ioc={row.ioc}
        canEdit={analyze}
        onToggle={() => void attempt(() => change({ ioc: !row.ioc }))}
      />
      <TlpMenu value={row.tlp} canEdit={analyze} onSave={(tlp) => change({ tlp })} />
      {analyze ? (
        <Button
          kind="quiet"
          size="small"
          icon={row.sighted ? 'eye' : 'eye-off'}
          aria-pressed={row.sighted}
          onClick={() => void attempt(() => change({ sighted: !row.sighted }))}
        >
          {text('cases.sighted')}
        </Button>
      ) : (
        row.sighted && <span className="badge">{text('cases.sighted')}</span>
      )}
      <span className="fact">
        <span className="muted">{text('cases.added')}</span> <Time at={row.startDate} />
      </span>
      {analyze && (
        <Button
          kind="quiet"
          size="small"
          icon="trash"
          className="fact-bar-end"
          onClick={() => setDeleting(true)}
        >
          {text('app.delete')}
        </Button>
      )}
      {isDeleting && (
        <DeleteObservable row={row} caseId={caseId} onClose={() => setDeleting(false)} />
      )}
    </div>
  )
}

function DeleteObservable({ row, caseId, onClose }: ObservableBarProps & { onClose: () => void }) {
  const { busy, problem, run } = useAction()
  const remove = async () => {
    await api.deleteObservableV1({ id: row._id })
    navigate(`${path`/cases/${caseId}`}?tab=observables`)
    await readAgain(keyOf('observables'), keyOf('case'), keyOf('similar'))
  }
  return (
    <ConfirmDialog
      title={text('cases.deleteObservable')}
      confirm={text('app.delete')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void run(remove)}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('cases.deleteObservableText')}</p>
    </ConfirmDialog>
  )
}
