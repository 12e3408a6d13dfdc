import type { ResponderPolicy } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { useResponders } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { text } from '../../../base/texts/index.ts'
import { Field, Radios, Select, TextArea } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useForm } from '../../../base/use-form.ts'
import {
  approvalRules,
  firstPolicy,
  type PolicyValues,
  policyEffects,
  policyInput,
  wrongPolicy,
} from './policy-values.ts'

interface PolicyDialogProps {
  policy: ResponderPolicy
  title: string
  /** Names of what each run asks for. */
  inputs: readonly string[]
  onSaved: () => void
  onClose: () => void
}

export function PolicyDialog({ policy, title, inputs, onSaved, onClose }: PolicyDialogProps) {
  const id = policy.responderId
  const responders = useResponders()
  const { values, action, errors, set, field } = useForm<PolicyValues>(() => firstPolicy(policy))
  const others = (responders.data ?? []).filter((one) => one.id !== id)

  async function save() {
    await api.setResponderPolicy({ id }, policyInput(values))
    onSaved()
    showToast({ kind: 'success', message: text('policy.saved', { name: title }) })
    onClose()
  }

  const numeric = { inputMode: 'numeric' } as const
  return (
    <FormDialog
      title={text('policy.dialogTitle', { name: title })}
      shape="drawer"
      submit={text('app.save')}
      action={action}
      wrong={() => wrongPolicy(values)}
      onSubmit={save}
      onClose={onClose}
    >
      <Radios
        legend={text('policy.effect')}
        name="effect"
        value={values.effect}
        onChange={(effect) => set({ effect })}
        options={policyEffects.map((value) => ({ value, label: text(`policy.effect.${value}`) }))}
      />
      <p className="field-hint">
        {text(values.effect === 'inform' ? 'policy.effectFree' : 'policy.effectProtected')}
      </p>
      <Radios
        legend={text('policy.approval')}
        name="approval"
        value={values.approval}
        onChange={(approval) => set({ approval })}
        options={approvalRules.map((value) => ({ value, label: text(`policy.approval.${value}`) }))}
      />
      {values.approval !== 'never' && (
        <div className="form-row">
          <Field
            label={text('policy.approvers')}
            {...field('approvers')}
            hint={text('policy.approversHint')}
          />
          <Field
            label={text('policy.approvalHours')}
            {...field('approvalHours')}
            input={numeric}
            hint={text('policy.approvalHoursHint')}
          />
        </div>
      )}
      <div className="form-row">
        <Field
          label={text('policy.perHour')}
          {...field('perHour')}
          input={numeric}
          hint={text('policy.perHourHint')}
        />
        <Field label={text('policy.maxTargets')} {...field('maxTargets')} input={numeric} />
      </div>
      <Select
        label={text('policy.inverse')}
        name="inverse"
        value={values.inverse}
        onChange={(inverse) => set({ inverse }, ['inverse', 'undoAfterMinutes'])}
        options={[
          { value: '', label: text('policy.noUndo') },
          ...others.map((one) => ({ value: one.id, label: analyzerName(one.name) })),
          ...(values.inverse !== '' && !others.some((one) => one.id === values.inverse)
            ? [{ value: values.inverse, label: values.inverse }]
            : []),
        ]}
        error={errors.inverse}
      />
      {values.inverse !== '' && (
        <>
          <Field
            label={text('policy.undoAfter')}
            {...field('undoAfterMinutes')}
            input={numeric}
            hint={text('policy.undoAfterHint')}
          />
          <TextArea
            label={text('policy.inverseParameters')}
            {...field('inverseParameters')}
            rows={2}
            hint={text('policy.inverseParametersHint')}
          />
        </>
      )}
      <div className="form-row">
        {inputs.length > 0 ? (
          <Select
            label={text('policy.dryRunParameter')}
            name="dryRunParameter"
            value={values.dryRunParameter}
            onChange={(dryRunParameter) => set({ dryRunParameter })}
            options={[
              { value: '', label: text('policy.noDryRun') },
              ...inputs.map((name) => ({ value: name, label: name })),
            ]}
            error={errors.dryRunParameter}
          />
        ) : (
          <Field
            label={text('policy.dryRunParameter')}
            {...field('dryRunParameter')}
            hint={text('policy.dryRunHint')}
          />
        )}
        {values.dryRunParameter !== '' && (
          <Field label={text('policy.dryRunValue')} {...field('dryRunValue')} />
        )}
      </div>
    </FormDialog>
  )
}
