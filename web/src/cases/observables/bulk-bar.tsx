import type { ObservableV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../api.ts'
import { changed } from '../../data/changes.ts'
import { afterUndoTime, attempt } from '../../response/attempt.ts'
import { counted, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { AnalyzeDialog } from './analyze-dialog.tsx'
import { changeObservables, type ObservableChange } from './data.ts'

interface ObservablesBulkBarProps {
  observables: readonly ObservableV1[]
  onDone: () => void
  onHide: (ids: readonly string[]) => void
  onShow: (ids: readonly string[]) => void
}

export function ObservablesBulkBar(props: ObservablesBulkBarProps) {
  const { observables, onDone, onHide, onShow } = props
  const [isAnalyzing, setAnalyzing] = useState(false)
  const ids = observables.map(({ _id }) => _id)

  const change = (what: ObservableChange) => void attempt(() => changeObservables(ids, what))
  const deleteLater = () => {
    onDone()
    onHide(ids)
    afterUndoTime({
      message: counted('cases.deletingObservables', ids.length),
      work: async () => {
        try {
          for (const id of ids) await api.deleteObservableV1({ id })
        } finally {
          await changed('case_artifact')
        }
      },
      onUndo: () => onShow(ids),
    })
  }
  return (
    <div className="bulk-bar">
      <strong>{counted('cases.selectedObservables', ids.length)}</strong>
      <Button size="small" kind="primary" icon="play" onClick={() => setAnalyzing(true)}>
        {text('cases.analyze')}
      </Button>
      <Menu
        name={text('cases.mark')}
        label={text('cases.mark')}
        button={{ size: 'small' }}
        items={[
          { label: text('cases.markIoc'), icon: 'star', onSelect: () => change({ ioc: true }) },
          { label: text('cases.unmarkIoc'), onSelect: () => change({ ioc: false }) },
          {
            label: text('cases.markSighted'),
            icon: 'eye',
            onSelect: () => change({ sighted: true }),
          },
          { label: text('cases.unmarkSighted'), onSelect: () => change({ sighted: false }) },
        ]}
      />
      <Button size="small" kind="danger" icon="trash" onClick={deleteLater}>
        {text('app.delete')}
      </Button>
      <Button size="small" kind="quiet" onClick={onDone}>
        {text('cases.clearSelection')}
      </Button>
      {isAnalyzing && (
        <AnalyzeDialog observables={observables} onClose={() => setAnalyzing(false)} />
      )}
    </div>
  )
}
