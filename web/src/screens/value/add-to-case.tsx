import '../../shared/response/response.css'
import type { ValueDetail, ValueName } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { changed, readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useForm } from '../../base/use-form.ts'
import { CasePicker } from '../../shared/response/case-picker.tsx'

interface AddToCaseProps {
  subject: ValueName
  found: ValueDetail
  marking: { tlp: number; pap: number }
  /** How the value is called, for the title of a new case. */
  shown: string
  onAdded: (opened: { id: string; number: number }) => void
  onClose: () => void
}

/** Puts the value into a case that is there, or into a new one. */
export function AddToCase(props: AddToCaseProps) {
  const { subject, found, marking, shown, onAdded, onClose } = props
  const [isNew, setNew] = useState(false)
  const add = async (id: string, number: number) => {
    const { dataType, data, hash } = subject
    const content =
      hash === undefined
        ? { data: [data ?? ''] }
        : { attachment: { id: hash, name: found.file?.names[0] ?? hash } }
    await api.createCaseObservableV1({ id }, { dataType, tlp: marking.tlp, ...content })
    await changed('case', 'case_artifact')
    await readAgain(keyOf('value', subject))
    showToast({ kind: 'success', message: text('value.added', { number: String(number) }) })
    onAdded({ id, number })
  }
  if (isNew) return <NewCase shown={shown} marking={marking} onMade={add} onClose={onClose} />
  return (
    <CasePicker
      title={text('value.addTitle')}
      confirm={text('value.addTo')}
      except={found.sightings.filter(({ type }) => type === 'case').map(({ id }) => id)}
      onClose={onClose}
      onPick={({ _id: id, number }) => add(id, number)}
    >
      <p className="dialog-lead">
        <Button icon="plus" onClick={() => setNew(true)}>
          {text('value.newCase')}
        </Button>
      </p>
    </CasePicker>
  )
}

interface NewCaseProps {
  shown: string
  marking: { tlp: number; pap: number }
  onMade: (id: string, number: number) => Promise<void>
  onClose: () => void
}

function NewCase({ shown, marking, onMade, onClose }: NewCaseProps) {
  const { values, action, field } = useForm({ title: shown })
  return (
    <FormDialog
      title={text('value.newCase')}
      submit={text('value.createAndAdd')}
      action={action}
      wrong={() => (values.title.trim() === '' ? { title: text('value.titleMissing') } : {})}
      onSubmit={async () => {
        const made = await api.createCaseV1({
          title: values.title.trim(),
          description: text('value.newCaseAbout', { value: shown }),
          ...marking,
        })
        await onMade(made._id, made.number)
      }}
      onClose={onClose}
    >
      <Field
        label={text('value.caseTitle')}
        isRequired
        {...field('title')}
        input={{ 'data-autofocus': true } as object}
      />
    </FormDialog>
  )
}
