import { type RuleLevel, ruleLevels, ruleTriggers } from '@assay/contract'
import { useAnalyzers } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { text } from '../../../base/texts/index.ts'
import { Field, Select } from '../../../base/ui/field.tsx'
import { levelWord } from '../../../shared/rules/words.ts'
import type { RuleDraft } from './draft.ts'
import { NameList } from './name-list.tsx'

interface TriggerFieldsProps {
  draft: RuleDraft
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<RuleDraft>) => void
}

/** With what a rule starts, and the options of that. */
export function TriggerFields({ draft, errors, onChange }: TriggerFieldsProps) {
  const { trigger } = draft
  const analyzers = useAnalyzers(trigger === 'verdict.changed').data ?? []
  const levels = (name: 'from' | 'to' | 'levels', label: string) => (
    <NameList
      label={label}
      names={draft[name]}
      choices={ruleLevels.map((value) => ({ value, label: levelWord(value) }))}
      nameOf={levelWord}
      error={undefined}
      onChange={(names) =>
        onChange({ [name]: ruleLevels.filter((level: RuleLevel) => names.includes(level)) })
      }
    />
  )
  return (
    <>
      <Select
        label={<span className="visually-hidden">{text('rules.trigger')}</span>}
        name="trigger"
        value={trigger}
        error={errors.on}
        onChange={(next) =>
          onChange({ trigger: ruleTriggers.find((one) => one === next) ?? 'alert.created' })
        }
        options={ruleTriggers.map((value) => ({ value, label: text(`rules.trigger.${value}`) }))}
      />
      {trigger === 'verdict.changed' && (
        <div className="form-row">
          {levels('from', text('rules.from'))}
          {levels('to', text('rules.to'))}
          <Select
            label={text('rules.analyzer')}
            name="analyzer"
            value={draft.analyzer}
            error={errors['on.verdict.changed.analyzer']}
            onChange={(analyzer) => onChange({ analyzer })}
            options={[
              { value: '', label: text('rules.anyAnalyzer') },
              { value: 'analyst', label: text('rule.analyst') },
              ...analyzers.map(({ name }) => ({ value: name, label: analyzerName(name) })),
              ...(draft.analyzer !== '' &&
              draft.analyzer !== 'analyst' &&
              !analyzers.some(({ name }) => name === draft.analyzer)
                ? [{ value: draft.analyzer, label: analyzerName(draft.analyzer) }]
                : []),
            ]}
          />
        </div>
      )}
      {trigger === 'stale' && (
        <div className="form-row">
          <Select
            label={text('rules.staleIn')}
            name="staleIn"
            value={draft.staleIn}
            onChange={(staleIn) =>
              onChange({ staleIn: staleIn === 'watches' ? 'watches' : 'openCases' })
            }
            options={(['openCases', 'watches'] as const).map((value) => ({
              value,
              label: text(`rules.staleIn.${value}`),
            }))}
          />
          <Field
            label={text('rules.olderThan')}
            name="olderThan"
            value={draft.olderThan}
            error={errors['on.stale.olderThan']}
            hint={text('rules.olderThanHint')}
            onChange={(olderThan) => onChange({ olderThan })}
          />
          {levels('levels', text('rules.staleLevels'))}
          <Field
            label={text('rules.perDayLimit')}
            name="perDay"
            value={draft.perDay}
            error={errors['on.stale.perDay']}
            input={{ inputMode: 'numeric' }}
            onChange={(perDay) => onChange({ perDay })}
          />
        </div>
      )}
    </>
  )
}
