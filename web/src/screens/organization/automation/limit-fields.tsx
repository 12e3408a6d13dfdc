import { useColleagues } from '../../../base/data/users.ts'
import { text } from '../../../base/texts/index.ts'
import { Field, Select } from '../../../base/ui/field.tsx'
import type { RuleDraft } from './draft.ts'

interface LimitFieldsProps {
  draft: RuleDraft
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<RuleDraft>) => void
}

/** How often, until when, and with whose rights. */
export function LimitFields({ draft, errors, onChange }: LimitFieldsProps) {
  const people = useColleagues().data ?? []
  const numeric = { inputMode: 'numeric' } as const
  const logins = people.map(({ login }) => login)
  return (
    <>
      <div className="form-row">
        <Field
          label={text('rules.runsPerHour')}
          name="runsPerHour"
          value={draft.runsPerHour}
          error={errors.runsPerHour}
          input={numeric}
          onChange={(runsPerHour) => onChange({ runsPerHour })}
        />
        <Field
          label={text('rules.jobsPerDay')}
          name="jobsPerDay"
          value={draft.jobsPerDay}
          error={errors.jobsPerDay}
          input={numeric}
          onChange={(jobsPerDay) => onChange({ jobsPerDay })}
        />
        <Field
          label={text('rules.expires')}
          name="expires"
          type="date"
          value={draft.expires}
          error={errors.expires}
          onChange={(expires) => onChange({ expires })}
        />
        <Select
          label={text('rules.runAs')}
          name="runAs"
          value={draft.runAs}
          error={errors.runAs}
          onChange={(runAs) => onChange({ runAs })}
          options={[...new Set([...(draft.runAs === '' ? [''] : [draft.runAs]), ...logins])].map(
            (value) => ({ value, label: value === '' ? text('rules.choose') : value }),
          )}
        />
      </div>
      <p className="muted rule-meta">{text('rules.limitsHint')}</p>
    </>
  )
}
