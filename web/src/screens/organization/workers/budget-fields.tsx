import { Link } from '../../../base/routing/link.tsx'
import { text } from '../../../base/texts/index.ts'
import { Field, Radios, Select } from '../../../base/ui/field.tsx'
import { bindFields } from '../../../base/use-form.ts'
import { useBudgets } from '../../../shared/budgets/data.ts'
import { windowsWords } from '../../../shared/budgets/windows.ts'
import type { Kind } from '../kinds.ts'
import type { WorkerValues } from './worker-values.ts'

interface BudgetFieldsProps {
  kind: Kind
  values: WorkerValues
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<WorkerValues>, fields?: string[]) => void
}

const choices = ['refuse', 'wait'] as const

/** Which credential's budget its runs use; not drawn before there is one. */
export function BudgetFields({ kind, values, errors, onChange }: BudgetFieldsProps) {
  const { data: budgets = [] } = useBudgets(true, false)
  const field = bindFields(values, errors, onChange)
  if (budgets.length === 0 && values.budget === '') return null
  const chosen = budgets.find(({ id }) => id === values.budget)
  return (
    <>
      <div className="form-row">
        <Select
          label={text('workers.budget')}
          name="budget"
          value={values.budget}
          onChange={(budget) => onChange({ budget })}
          options={[
            { value: '', label: text('workers.noBudget') },
            ...budgets.map(({ id, name }) => ({ value: id, label: name })),
            ...(values.budget !== '' && !chosen
              ? [{ value: values.budget, label: values.budget }]
              : []),
          ]}
          hint={
            chosen ? (
              windowsWords(chosen.windows)
            ) : (
              <Link to="/settings/budgets">{text('place.budgets')}</Link>
            )
          }
          error={errors.budget}
        />
        {values.budget !== '' && (
          <Field
            label={text('workers.budgetCost')}
            {...field('budgetCost')}
            input={{ inputMode: 'numeric' }}
            hint={text('workers.budgetCostHint')}
          />
        )}
      </div>
      {values.budget !== '' && kind === 'analyzer' && (
        <Radios
          legend={text('workers.whenFull')}
          name="whenFull"
          value={values.whenFull}
          onChange={(whenFull) => onChange({ whenFull })}
          options={choices.map((value) => ({ value, label: text(`workers.whenFull.${value}`) }))}
        />
      )}
    </>
  )
}
