import { type ClockKind, type ClockPolicy, clockKinds } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { useCaseTemplates } from '../../../base/data/settings.ts'
import { useColleagues } from '../../../base/data/users.ts'
import { text } from '../../../base/texts/index.ts'
import { CheckBoxes } from '../../../base/ui/check-boxes.tsx'
import { Field, Select } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useForm } from '../../../base/use-form.ts'
import { severityName } from '../../../shared/response/marking-choices.ts'
import { inputOf, type Unit, units, valuesOf, wrongFields } from './policy-values.ts'
import { policyName } from './policy-words.ts'

interface PolicyDialogProps {
  /** Absent for a new one. */
  policy: ClockPolicy | undefined
  onSaved: () => void
  onClose: () => void
}

export function PolicyDialog({ policy, onSaved, onClose }: PolicyDialogProps) {
  const { values, action, set, field } = useForm(() => valuesOf(policy))
  const templates = useCaseTemplates().data ?? []
  const colleagues = useColleagues().data ?? []

  async function save() {
    const input = inputOf(values)
    const saved = policy
      ? await api.updateClockPolicy({ id: policy.id }, input)
      : await api.createClockPolicy(input)
    onSaved()
    showToast({ kind: 'success', message: text('settings.saved', { name: policyName(saved) }) })
    onClose()
  }

  return (
    <FormDialog
      shape="drawer"
      title={policy ? text('settings.editTitle', { name: policyName(policy) }) : text('clocks.add')}
      submit={text('app.save')}
      action={action}
      wrong={() => wrongFields(values)}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label={text('clocks.kind')}
        name="kind"
        value={values.kind}
        options={clockKinds.map((value) => ({ value, label: text(`clocks.kind.${value}`) }))}
        onChange={(kind) => set({ kind: kind as ClockKind })}
        hint={text(`clocks.kindHint.${values.kind}`)}
      />
      <div className="field-row">
        <Field
          label={text('clocks.time')}
          type="number"
          isRequired
          input={{ min: 1 }}
          {...field('amount')}
        />
        <Select
          label={text('clocks.unit')}
          name="unit"
          value={values.unit}
          options={Object.keys(units).map((value) => ({
            value,
            label: text(`clocks.unit.${value as Unit}`),
          }))}
          onChange={(unit) => set({ unit: unit as Unit })}
        />
        <Field
          label={text('clocks.warnAt')}
          type="number"
          isRequired
          input={{ min: 1, max: 99 }}
          {...field('warnAt')}
        />
      </div>
      <fieldset className="radios">
        <legend>{text('clocks.severities')}</legend>
        <CheckBoxes
          name="severities"
          offered={['1', '2', '3', '4']}
          chosen={values.severities}
          nameOf={severityName}
          onChange={(severities) => set({ severities })}
        />
        <p className="field-hint">{text('clocks.severitiesHint')}</p>
      </fieldset>
      <Select
        label={text('clocks.template')}
        name="template"
        value={values.template}
        options={[
          { value: '', label: text('clocks.anyCase') },
          ...templates.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(template) => set({ template })}
      />
      <Select
        label={text('clocks.escalateTo')}
        name="escalateTo"
        value={values.escalateTo}
        options={[
          { value: '', label: text('clocks.escalateNone') },
          ...colleagues.map(({ login }) => ({ value: login, label: login })),
        ]}
        onChange={(escalateTo) => set({ escalateTo })}
        hint={text('clocks.escalateHint')}
      />
    </FormDialog>
  )
}
