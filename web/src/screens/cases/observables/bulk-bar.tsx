import type { ObservableV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { changed } from '../../../base/data/cache.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { Menu } from '../../../base/ui/menu.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { BulkBar } from '../../../shared/list/bulk-bar.tsx'
import type { Selection } from '../../../shared/list/use-selection.ts'
import { TagsField } from '../../../shared/response/tags-field.tsx'
import { ResponderDialog } from '../respond/responder-dialog.tsx'
import { AnalyzeDialog } from './analyze-dialog.tsx'
import { changeObservables, type ObservableChange } from './data.ts'

export function ObservablesBulkBar({ selection }: { selection: Selection<ObservableV1> }) {
  const { chosen: observables, clear, remove } = selection
  const [asked, setAsked] = useState<'analyze' | 'tag' | 'respond'>()
  const close = () => setAsked(undefined)
  const ids = observables.map(({ _id }) => _id)

  const change = (what: ObservableChange) => void attempt(() => changeObservables(ids, what))
  const deleteLater = () =>
    remove(observables, {
      message: counted('cases.deletingObservables', ids.length),
      work: async () => {
        try {
          for (const id of ids) await api.deleteObservableV1({ id })
        } finally {
          await changed('case_artifact')
        }
      },
    })
  return (
    <BulkBar
      count={counted('cases.selectedObservables', ids.length)}
      clear={text('cases.clearSelection')}
      onClear={clear}
      apart={
        <Button size="small" kind="danger" icon="trash" onClick={deleteLater}>
          {text('cases.removeValues')}
        </Button>
      }
    >
      <Button size="small" kind="primary" icon="play" onClick={() => setAsked('analyze')}>
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
      <Button size="small" icon="plus" onClick={() => setAsked('tag')}>
        {text('cases.addTags')}
      </Button>
      <Button size="small" icon="play" onClick={() => setAsked('respond')}>
        {text('cases.respond')}
      </Button>
      {asked === 'tag' && <TagsDialog ids={ids} onClose={close} />}
      {asked === 'analyze' && <AnalyzeDialog observables={observables} onClose={close} />}
      {asked === 'respond' && (
        <ResponderDialog
          targets={observables.map(({ _id: id, tlp }) => ({ type: 'case_artifact', id, tlp }))}
          onClose={close}
          onStarted={(how) => {
            close()
            if (how === 'ran')
              showToast({ kind: 'success', message: counted('cases.responding', ids.length) })
          }}
        />
      )}
    </BulkBar>
  )
}

/** The same tags on all of them; those that they have stay. */
function TagsDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const [tags, setTags] = useState<string[]>([])
  const action = useAction(['tags'])
  return (
    <FormDialog
      title={text('cases.addTags')}
      submit={text('cases.addTags')}
      unavailable={tags.length === 0 && text('cases.tagsMissing')}
      action={action}
      onSubmit={async () => {
        await changeObservables(ids, { addTags: tags })
        onClose()
      }}
      onClose={onClose}
    >
      <TagsField
        label={text('cases.tags')}
        tags={tags}
        onChange={setTags}
        error={action.problem?.fields.tags}
      />
    </FormDialog>
  )
}
