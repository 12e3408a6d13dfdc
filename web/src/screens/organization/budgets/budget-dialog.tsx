import type { Budget } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Check, Field, FieldNotes, Select } from '../../../base/ui/field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { windowName } from '../../../shared/budgets/windows.ts'
import { SettingDialog } from '../setting-dialog.tsx'
import {
  type BudgetValues,
  budgetInput,
  firstValues,
  newWindow,
  publicLimits,
  type WindowDraft,
  windowUnits,
  wrongFields,
} from './budget-values.ts'

interface BudgetDialogProps {
  budget: Budget | undefined
  onSaved: () => void
  onClose: () => void
}

/** As many as the API takes. */
const maxWindows = 4

/** How often a credential may be used. */
export function BudgetDialog({ budget, onSaved, onClose }: BudgetDialogProps) {
  const { values, action, errors, set, field } = useForm<BudgetValues>(() => firstValues(budget))
  const { windows } = values
  const change = (at: number, part: Partial<WindowDraft>) =>
    set({ windows: windows.map((one, index) => (index === at ? { ...one, ...part } : one)) })

  async function save(): Promise<string> {
    const input = budgetInput(values)
    if (budget) await api.updateBudget({ id: budget.id }, input)
    else await api.createBudget(input)
    return input.name
  }

  return (
    <SettingDialog
      name={budget?.name}
      add={text('budgets.add')}
      action={action}
      wrong={() => wrongFields(values)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field
        label={text('budgets.name')}
        {...field('name')}
        hint={text('budgets.nameHint')}
        isRequired
      />
      <fieldset className="budget-windows">
        <legend>{text('budgets.windows')}</legend>
        {windows.map((window, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no identity, and their order is theirs
          <div className="form-row form-row-short" key={at}>
            <Field
              label={text('budgets.count')}
              name={at === 0 ? 'windows' : `windows-${at}`}
              value={window.count}
              onChange={(count) => change(at, { count })}
              input={{ inputMode: 'numeric', 'aria-invalid': errors.windows ? true : undefined }}
            />
            <Select
              label={text('budgets.per')}
              name={`per-${at}`}
              value={window.per}
              onChange={(per) => change(at, { per })}
              options={unitsFor(window.per)}
            />
            <Check
              label={text('budgets.calendar')}
              checked={window.calendar}
              onChange={(calendar) => change(at, { calendar })}
            />
            {windows.length > 1 && (
              <Button
                kind="quiet"
                size="small"
                icon="trash"
                onClick={() => set({ windows: windows.filter((_, index) => index !== at) })}
              >
                {text('budgets.dropWindow')}
              </Button>
            )}
          </div>
        ))}
        <FieldNotes id="budget-windows" error={errors.windows} hint={text('budgets.windowsHint')} />
        <div className="buttons">
          {windows.length < maxWindows && (
            <Button
              size="small"
              icon="plus"
              onClick={() => set({ windows: [...windows, newWindow] })}
            >
              {text('budgets.addWindow')}
            </Button>
          )}
          {!budget && (
            <Button size="small" onClick={() => set({ windows: publicLimits })}>
              {text('budgets.publicLimits')}
            </Button>
          )}
        </div>
      </fieldset>
      <div className="form-row">
        <Field
          label={text('budgets.peopleShare')}
          {...field('peopleShare')}
          input={{ inputMode: 'numeric' }}
          hint={text('budgets.peopleShareHint')}
        />
        <Field
          label={text('budgets.maxWait')}
          {...field('maxWaitHours')}
          input={{ inputMode: 'decimal' }}
          hint={text('budgets.maxWaitHint')}
        />
      </div>
    </SettingDialog>
  )
}

const unitsFor = (present: string) => [
  ...windowUnits.map((unit) => ({ value: unit as string, label: windowName({ per: unit }) })),
  ...(windowUnits.some((unit) => unit === present)
    ? []
    : [{ value: present, label: windowName({ per: Number(present) }) }]),
]
