import type { DecisionLevel } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { dateOnly } from '../../base/model/times.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { type Effects, kindOf } from './marks.ts'

interface MarkEffectsProps {
  effects: Effects
  level: DecisionLevel
  isKnown: boolean
  expiresAt: number | null
  isForCase: boolean
  isWatched: boolean
}

/** What saving does, before it is done. */
export function MarkEffects(props: MarkEffectsProps) {
  const { effects, level, isKnown, expiresAt, isForCase, isWatched } = props
  const { from, unchanged, cases, alerts, replaced } = effects
  const total = from.reduce((sum, { count }) => sum + count, 0) + unchanged
  return (
    <section className="mark-effects" aria-label={text('mark.changes')} aria-busy={!isKnown}>
      <h3>
        <Icon name="level-info" />
        {text('mark.changes')}
      </h3>
      <ul>
        {from.map(({ level: before, count }) => (
          <li key={before ?? 'unasked'}>
            {total > 1 && `${count} × `}
            <VerdictMark level={before} isPlain /> <span aria-hidden="true">→</span>{' '}
            <VerdictMark level={level} isPlain />{' '}
            {text(isForCase ? 'mark.inThisCase' : 'mark.inOrganization')}
          </li>
        ))}
        {unchanged > 0 && <li>{counted('mark.unchanged', unchanged)}</li>}
        {!isForCase && cases + alerts > 0 && (
          <li>
            {text('mark.shownAtOnce', {
              cases: counted('mark.cases', cases),
              alerts: counted('mark.alerts', alerts),
            })}
          </li>
        )}
        {replaced.slice(0, 3).map((one) => (
          <li key={one.id}>
            {text('mark.replaces', {
              name: one.by,
              kind: text(`mark.kind.${kindOf(one)}`),
              reason: defangText(one.reason),
            })}
          </li>
        ))}
        {replaced.length > 3 && <li>{counted('mark.replacesMore', replaced.length - 3)}</li>}
        <li>{text(isWatched ? 'mark.stands' : 'mark.standsSilently')}</li>
        {level !== 'suspicious' && <li>{text(`mark.exports.${level}`)}</li>}
        {expiresAt !== null && <li>{text('mark.returns', { date: dateOnly(expiresAt) })}</li>}
      </ul>
    </section>
  )
}
