import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { defangText } from '../../base/model/defang.ts'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useAction } from '../../base/use-action.ts'
import { CasePicker } from '../../shared/response/case-picker.tsx'
import type { CaseValue } from './case-values.ts'
import { type Origin, putInto } from './put-into.ts'

interface AddToCaseProps {
  investigation: Origin
  values: readonly CaseValue[]
  onDone: (into: CaseV1) => void
  onClose: () => void
}

/** Into a new case, which takes name and marking, or into one that exists. */
export function AddToCase({ investigation, values, onDone, onClose }: AddToCaseProps) {
  const [isNew, setNew] = useState(investigation.caseIds.length === 0)
  const [title, setTitle] = useState(investigation.name)
  const action = useAction(['title'])
  const into = (one: CaseV1) => putInto(investigation, values, one).then(() => onDone(one))
  const about = <p className="dialog-lead">{counted('investigation.adds', values.length)}</p>
  if (!isNew)
    return (
      <CasePicker
        title={text('investigation.addToCase')}
        confirm={text('investigation.addTo')}
        onClose={onClose}
        onPick={into}
      >
        {about}
        <Button size="small" icon="plus" onClick={() => setNew(true)}>
          {text('investigation.newCase')}
        </Button>
      </CasePicker>
    )
  return (
    <FormDialog
      title={text('investigation.addToNewCase')}
      submit={text('investigation.create')}
      icon="case"
      action={action}
      wrong={() => (title.trim() === '' ? { title: text('investigation.titleMissing') } : {})}
      onSubmit={async () => {
        const { tlp, pap, id, name } = investigation
        const made = await api.createCaseV1({
          title: title.trim(),
          description:
            id === undefined
              ? ''
              : text('investigation.cameFrom', {
                  name: defangText(name).replace(/[[\]()\\]/g, ''),
                  address: path`/investigations/${id}`,
                }),
          tlp,
          pap,
        })
        await into(made)
      }}
      onClose={onClose}
    >
      {about}
      <Field
        label={text('investigation.caseTitle')}
        name="title"
        isRequired
        value={title}
        onChange={setTitle}
        error={action.problem?.fields.title}
      />
      <Button size="small" icon="search" onClick={() => setNew(false)}>
        {text('investigation.existingCase')}
      </Button>
    </FormDialog>
  )
}
