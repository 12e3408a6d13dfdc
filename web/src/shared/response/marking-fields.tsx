import { text } from '../../base/texts/index.ts'
import { Select } from '../../base/ui/field.tsx'
import { markingChoices, severityChoices } from './marking-choices.ts'

interface MarkingFieldProps {
  value: number
  onChange: (value: number) => void
  error?: string | undefined
}

export const SeverityField = ({ value, onChange, error }: MarkingFieldProps) => (
  <Select
    label={text('response.severity')}
    name="severity"
    value={String(value)}
    onChange={(chosen) => onChange(Number(chosen))}
    options={severityChoices()}
    error={error}
  />
)

function MarkingField({
  kind,
  value,
  onChange,
  error,
}: MarkingFieldProps & { kind: 'TLP' | 'PAP' }) {
  return (
    <Select
      label={kind}
      name={kind.toLowerCase()}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      options={markingChoices(kind)}
      error={error}
    />
  )
}

export const TlpField = (props: MarkingFieldProps) => <MarkingField kind="TLP" {...props} />
export const PapField = (props: MarkingFieldProps) => <MarkingField kind="PAP" {...props} />
