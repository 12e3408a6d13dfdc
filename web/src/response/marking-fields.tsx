import { markings } from '../model/marking.ts'
import { text } from '../texts/index.ts'
import { Select } from '../ui/field.tsx'
import { severityNames } from './marking-menus.tsx'

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
    options={severityNames.map((name, index) => ({
      value: String(index + 1),
      label: text(`severity.${name}`),
    }))}
    error={error}
  />
)

function MarkingField({ kind, value, onChange, error }: MarkingFieldProps & { kind: string }) {
  return (
    <Select
      label={kind}
      name={kind.toLowerCase()}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      options={markings.map((marking, index) => ({
        value: String(index),
        label: `${kind}:${marking}`,
      }))}
      error={error}
    />
  )
}

export const TlpField = (props: MarkingFieldProps) => <MarkingField kind="TLP" {...props} />
export const PapField = (props: MarkingFieldProps) => <MarkingField kind="PAP" {...props} />
