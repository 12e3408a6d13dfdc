import type { CaseV1 } from '@assay/contract'
import { type TextKey, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'

const icons = { Open: 'observable', Resolved: 'check', Duplicated: 'copy' } as const

export const caseStatuses = ['Open', 'Resolved', 'Duplicated'] as const

const isStatus = (status: string): status is keyof typeof icons => Object.hasOwn(icons, status)

export const statusText = (status: string) =>
  isStatus(status) ? text(`cases.status.${status}`) : status

export function CaseStatusMark({ status, name }: { status: string; name?: string }) {
  return (
    <span className="mark" data-case={status}>
      <Icon name={isStatus(status) ? icons[status] : 'level-unknown'} />
      {name ?? statusText(status)}
    </span>
  )
}

/** `TruePositive, with impact`; nothing while the case is open. */
export function resolutionText({ resolutionStatus, impactStatus }: CaseV1): string {
  return [
    resolutionStatus && wordOf('cases.resolution', resolutionStatus),
    impactStatus && wordOf('cases.impact', impactStatus),
  ]
    .filter(Boolean)
    .join(', ')
}

export const resolutions = [
  'TruePositive',
  'FalsePositive',
  'Indeterminate',
  'Duplicated',
  'Other',
] as const
export const impacts = ['NoImpact', 'WithImpact', 'NotApplicable'] as const

function wordOf(group: 'cases.resolution' | 'cases.impact', value: string): string {
  const known: readonly string[] = group === 'cases.impact' ? impacts : resolutions
  return known.includes(value) ? text(`${group}.${value}` as TextKey) : value
}
