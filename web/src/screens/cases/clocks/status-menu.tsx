import type { CaseV1 } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { useCaseStatuses } from '../../../base/data/settings.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { CaseStatusMark, statusText } from '../case-marks.tsx'
import { changeCase } from '../data.ts'
import { MarkMenu } from '../mark-menu.tsx'

/** The status of a case; where the organization has further ones for open cases, they are offered. Closing has its own form. */
export function CaseStatusMenu({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const statuses = useCaseStatuses(analyze && row.status === 'Open').data ?? []
  const current = row.extendedStatus ?? row.status
  const mark = <CaseStatusMark status={row.status} name={statusText(current)} />
  const offered = statuses.filter(({ stage }) => stage !== 'Closed')
  if (!analyze || row.status !== 'Open' || offered.length === 0) return mark
  const choices = [{ value: 'Open', pauses: false }, ...offered]
  return (
    <MarkMenu
      mark={mark}
      items={choices.map(({ value, pauses }) => ({
        label: pauses ? text('clocks.statusPauses', { name: value }) : statusText(value),
        ...(value === current
          ? { icon: 'check' as const }
          : pauses
            ? { icon: 'pause' as const }
            : {}),
        onSelect: () => void attempt(() => changeCase(row, { status: value })),
      }))}
    />
  )
}
