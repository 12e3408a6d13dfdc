import {
  maxRuleSteps,
  type RuleObjectType,
  type RuleStepName,
  ruleSteps,
  ruleStepsOfBudgets,
} from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { Menu } from '../../../base/ui/menu.tsx'
import { stepName } from '../../../shared/rules/words.ts'
import { type RuleDraft, typeOf } from './draft.ts'
import { StepRow } from './step-row.tsx'
import { emptyStep, type StepDraft } from './steps.ts'

interface StepListProps {
  draft: RuleDraft
  errors: Readonly<Record<string, string>>
  onChange: (steps: RuleDraft['steps']) => void
}

/** What a rule does, in this order. */
export function StepList({ draft, errors, onChange }: StepListProps) {
  const { steps } = draft
  const type = typeOf(draft)
  const setStep = (key: number, change: Partial<StepDraft>) =>
    onChange(steps.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const moveStep = (at: number, by: -1 | 1) => {
    const [one, other] = [steps[at], steps[at + by]]
    if (one && other) onChange(steps.with(at, other).with(at + by, one))
  }
  return (
    <>
      <ol className="rule-steps">
        {steps.map((step, index) => (
          <StepRow
            key={step.key}
            type={type}
            step={step}
            number={index + 1}
            isLast={index === steps.length - 1}
            errors={errorsOf(errors, index)}
            onChange={(change) => setStep(step.key, change)}
            onMove={(by) => moveStep(index, by)}
            onRemove={() => onChange(steps.filter((one) => one.key !== step.key))}
          />
        ))}
      </ol>
      {errors.do && <p className="field-error">{errors.do}</p>}
      <AddStep
        type={type}
        isFull={steps.length >= maxRuleSteps}
        onAdd={(kind) => onChange([...steps, emptyStep(kind)])}
      />
    </>
  )
}

/** Those of one step, by what the server calls their field. */
const errorsOf = (errors: Readonly<Record<string, string>>, index: number) =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([name]) => name === `do[${index}]` || name.startsWith(`do[${index}].`))
      .map(([name, message]) => [name.slice(`do[${index}].`.length), message]),
  )

interface AddStepProps {
  type: RuleObjectType
  isFull: boolean
  onAdd: (kind: RuleStepName) => void
}

function AddStep({ type, isFull, onAdd }: AddStepProps) {
  const kinds =
    type === 'budget' ? ruleSteps.filter((kind) => ruleStepsOfBudgets.includes(kind)) : ruleSteps
  return (
    <Menu
      label={text('rules.addStep')}
      name={text('rules.addStep')}
      button={{
        icon: 'plus',
        kind: 'quiet',
        size: 'small',
        unavailable: isFull && text('rules.tooMany', { count: maxRuleSteps }),
      }}
      items={kinds.map((kind) => ({ label: stepName(kind), onSelect: () => onAdd(kind) }))}
    />
  )
}
