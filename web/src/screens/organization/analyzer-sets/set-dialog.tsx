import type { AnalyzerSet } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { useObservableTypes } from '../../../base/data/settings.ts'
import { useAnalyzers } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { typeName } from '../../../base/model/type-name.ts'
import { text } from '../../../base/texts/index.ts'
import { CheckBoxes } from '../../../base/ui/check-boxes.tsx'
import { Field, FieldNotes } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useForm } from '../../../base/use-form.ts'

interface SetDialogProps {
  /** Absent for a new one. */
  set: AnalyzerSet | undefined
  onSaved: () => void
  onClose: () => void
}

/** What is chosen stays offered, also when it is not enabled. */
const offeredWith = (offered: readonly string[], chosen: readonly string[]) =>
  [...new Set([...offered, ...chosen])].sort((a, b) => a.localeCompare(b))

export function SetDialog({ set: known, onSaved, onClose }: SetDialogProps) {
  const analyzers = useAnalyzers().data ?? []
  const types = useObservableTypes().data ?? []
  const { values, action, set, field, errors } = useForm(() => ({
    name: known?.name ?? '',
    analyzers: known?.analyzers ?? [],
    dataTypes: known?.dataTypes ?? [],
  }))
  const enabled = analyzers.map(({ name }) => name)
  const taken = analyzers.flatMap(({ dataTypeList }) => dataTypeList)
  const named = types.map(({ name }) => name).filter((name) => taken.includes(name))

  async function save() {
    const input = { ...values, name: values.name.trim() }
    if (known) await api.updateAnalyzerSet({ id: known.id }, input)
    else await api.createAnalyzerSet(input)
    onSaved()
    showToast({ kind: 'success', message: text('settings.saved', { name: input.name }) })
    onClose()
  }

  return (
    <FormDialog
      shape="drawer"
      title={known ? text('settings.editTitle', { name: known.name }) : text('sets.add')}
      submit={text('app.save')}
      action={action}
      wrong={() => ({
        ...(values.name.trim() === '' ? { name: text('sets.nameMissing') } : {}),
        ...(values.analyzers.length === 0 ? { analyzers: text('sets.analyzersMissing') } : {}),
      })}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={text('sets.name')}
        {...field('name')}
        isRequired
        hint={known ? text('sets.nameHint') : undefined}
        input={{ maxLength: 60 }}
      />
      <fieldset className="radios">
        <legend>{text('sets.analyzers')}</legend>
        <CheckBoxes
          name="analyzers"
          offered={offeredWith(enabled, known?.analyzers ?? [])}
          chosen={values.analyzers}
          isWrong={errors.analyzers !== undefined}
          nameOf={(name) =>
            enabled.includes(name)
              ? analyzerName(name)
              : text('sets.notEnabled', { name: analyzerName(name) })
          }
          onChange={(chosen) => set({ analyzers: chosen })}
        />
        <FieldNotes id="set-analyzers" error={errors.analyzers} />
      </fieldset>
      <fieldset className="radios">
        <legend>{text('sets.types')}</legend>
        <CheckBoxes
          name="dataTypes"
          offered={offeredWith(named, known?.dataTypes ?? [])}
          chosen={values.dataTypes}
          nameOf={typeName}
          onChange={(chosen) => set({ dataTypes: chosen })}
        />
        <FieldNotes id="set-types" hint={text('sets.typesHint')} error={errors.dataTypes} />
      </fieldset>
    </FormDialog>
  )
}
