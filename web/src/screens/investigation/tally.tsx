import type { InvestigationState, InvestigationTally } from '@assay/contract'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Icon, type IconName } from '../../base/ui/icons.tsx'
import { groupOrder } from './groups.ts'

export const stateIcons: Readonly<Record<InvestigationState, IconName>> = {
  malicious: 'level-malicious',
  suspicious: 'level-suspicious',
  failed: 'status-failure',
  running: 'status-running',
  none: 'level-info',
  safe: 'level-safe',
  notApplicable: 'not-applicable',
  notAnalyzed: 'level-unknown',
}

/** One bar in the colors of the verdicts; the words below say the same. */
export function TallyStrip({ tally }: { tally: InvestigationTally }) {
  let from = 0
  const width = Math.max(1, tally.values)
  const gap = width / 400
  return (
    <svg
      className="inv-strip"
      viewBox={`0 0 ${width} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {groupOrder.map((state) => {
        const count = tally[state]
        const x = from
        from += count
        return count === 0 ? null : (
          <rect
            key={state}
            data-state={state}
            x={x}
            y={0}
            width={Math.max(count - gap, count / 2)}
            height={10}
          />
        )
      })}
    </svg>
  )
}

/** `30 values  5 malicious  5 suspicious …` */
export function TallyWords({ tally }: { tally: InvestigationTally }) {
  return (
    <ul className="inv-tally" aria-label={text('investigation.tally')}>
      <li className="inv-tally-all">{counted('investigation.values', tally.values)}</li>
      {groupOrder.map((state) =>
        tally[state] === 0 ? null : (
          <li key={state} data-state={state}>
            <Icon name={stateIcons[state]} />
            {text(`investigation.tally.${state}`, { count: formatNumber(tally[state]) })}
          </li>
        ),
      )}
    </ul>
  )
}
