import { isOneOf } from '../../base/data/steps.ts'
import { markings } from '../../base/model/marking.ts'
import { type TextKey, text } from '../../base/texts/index.ts'

const severityNames = ['low', 'medium', 'high', 'critical'] as const

/** From 1, as the server counts them. */
export const severityChoices = () =>
  severityNames.map((name, index) => ({
    value: String(index + 1),
    label: text(`severity.${name}`),
  }))

export const isSeverity = (value: string) => /^[1-4]$/.test(value)

export function severityName(value: string): string {
  const name = severityNames[Number(value) - 1]
  return name ? text(`severity.${name}`) : value
}

export const severityFilter = (label: TextKey) =>
  ({
    key: 'severity',
    label,
    control: { kind: 'choices', useChoices: severityChoices },
    accepts: isSeverity,
    query: (values: readonly string[]) => isOneOf('severity', values.map(Number)),
    nameOf: severityName,
  }) as const

/** `TLP:AMBER`. */
export const markingChoices = (kind: 'TLP' | 'PAP') =>
  markings.map((marking, value) => ({ value: String(value), label: `${kind}:${marking}` }))
