import type { Investigation } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useAction } from '../../base/use-action.ts'
import { PapField, TlpField } from '../../shared/response/marking-fields.tsx'

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
