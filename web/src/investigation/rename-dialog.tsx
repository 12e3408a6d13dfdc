import type { Investigation } from '@assay/contract'
import { useState } from 'react'
import { api } from '../api.ts'
import { readAgain } from '../data/cache.ts'
import { keyOf } from '../data/keys.ts'
import { PapField, TlpField } from '../response/marking-fields.tsx'
import { text } from '../texts/index.ts'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../use-action.ts'

/** Name and marking. */
export function RenameDialog(props: { investigation: Investigation; onClose: () => void }) {
  const { investigation, onClose } = props
  const [name, setName] = useState(investigation.name)
  const [tlp, setTlp] = useState(investigation.tlp)
  const [pap, setPap] = useState(investigation.pap)
  const action = useAction(['name'])
  return (
    <FormDialog
      title={text('investigation.rename')}
      submit={text('investigation.save')}
      action={action}
      wrong={() => (name.trim() === '' ? { name: text('investigation.nameMissing') } : {})}
      onSubmit={async () => {
        const { id } = investigation
        await api.updateInvestigation({ id }, { name: name.trim(), tlp, pap })
        await readAgain(keyOf('investigation', id), keyOf('investigations'))
        onClose()
      }}
      onClose={onClose}
    >
      <Field
        label={text('investigation.name')}
        name="name"
        isRequired
        value={name}
        onChange={setName}
        error={action.problem?.fields.name}
        input={{ maxLength: 200 }}
      />
      <div className="field-row">
        <TlpField value={tlp} onChange={setTlp} />
        <PapField value={pap} onChange={setPap} />
      </div>
    </FormDialog>
  )
}
