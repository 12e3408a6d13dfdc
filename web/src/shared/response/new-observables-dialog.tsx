import { useState } from 'react'
import { changed } from '../../base/data/cache.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Check, TextArea } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
import { FilesField } from './files-field.tsx'
import { TlpField } from './marking-fields.tsx'
import {
  type AddedObservables,
  callsFor,
  type NewObservable,
  type Outcome,
  outcomeOf,
} from './new-observables.ts'
import { PasteObservables } from './paste-observables.tsx'
import { nothingPasted, observablesIn } from './pasted.ts'
import { TagsField } from './tags-field.tsx'

interface NewObservablesDialogProps {
  /** Of what they are added to. */
  tlp: number
  add: (input: NewObservable) => Promise<AddedObservables>
  onClose: () => void
}

/** Adds observables by paste and by file, all with the same marks. */
export function NewObservablesDialog({ tlp, add, onClose }: NewObservablesDialogProps) {
  const [pasted, setPasted] = useState(nothingPasted)
  const [files, setFiles] = useState<readonly File[]>([])
  const [marks, setMarks] = useState({
    tlp,
    ioc: false,
    sighted: false,
    tags: [] as string[],
    message: '',
  })
  const action = useAction(['observables'])
  const set = (change: Partial<typeof marks>) => setMarks({ ...marks, ...change })
  const values = observablesIn(pasted)
  const count = values.length + files.length

  const addAll = async () => {
    const answers: AddedObservables[] = []
    for (const call of callsFor(values, files, marks)) answers.push(await add(call))
    tell(outcomeOf(answers))
    void changed('case_artifact')
    onClose()
  }
  return (
    <FormDialog
      title={text('response.addObservables')}
      shape="drawer"
      submit={counted('response.addCount', count)}
      unavailable={count === 0 && text('response.pasteFirst')}
      action={action}
      onSubmit={addAll}
      onClose={onClose}
    >
      <PasteObservables
        value={pasted}
        onChange={setPasted}
        error={action.problem?.fields.observables}
      />
      <FilesField files={files} onChange={setFiles} />
      <TlpField value={marks.tlp} onChange={(next) => set({ tlp: next })} />
      <Check label={text('response.isIoc')} checked={marks.ioc} onChange={(ioc) => set({ ioc })} />
      <Check
        label={text('response.isSighted')}
        checked={marks.sighted}
        onChange={(sighted) => set({ sighted })}
      />
      <TagsField
        label={text('response.tags')}
        tags={marks.tags}
        onChange={(tags) => set({ tags })}
      />
      <TextArea
        label={text('response.message')}
        name="message"
        rows={2}
        value={marks.message}
        onChange={(message) => set({ message })}
      />
    </FormDialog>
  )
}

function tell({ added, refused, refusedCount }: Outcome): void {
  const message = counted('response.added', added)
  if (refusedCount === 0) showToast({ kind: 'success', message })
  else {
    const rest = counted('response.notAdded', refusedCount, { reason: refused.join(' ') })
    showToast({ kind: 'error', message: `${message} ${rest}` })
  }
}
