import type { Quota } from '@assay/contract'
import { useId } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { aboutOf } from '../../base/model/question.ts'
import { text } from '../../base/texts/index.ts'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import type { Offer } from './use-choice.ts'

interface AnalyzerOfferProps {
  offer: Offer
  quota: Quota | undefined
  onToggle: (isChosen: boolean) => void
}

/** A matching analyzer, with its obstacles. */
export function AnalyzerOffer({ offer, quota, onToggle }: AnalyzerOfferProps) {
  const { analyzer, types, forbidden, isChosen } = offer
  const id = useId()
  return (
    <li className="offer" data-blocked={forbidden ? true : undefined}>
      <label className="offer-name">
        <input
          type="checkbox"
          checked={isChosen}
          aria-disabled={forbidden ? true : undefined}
          aria-describedby={id}
          // Stays focusable, so the reason can be read.
          onChange={(event) => !forbidden && onToggle(event.currentTarget.checked)}
        />
        <span title={aboutOf(analyzer.name, analyzer.description)}>
          {analyzerName(analyzer.name)}
        </span>
      </label>
      <span className="offer-about" id={id}>
        {types.map((type) => (
          <TypeChip key={type} type={type} />
        ))}
        {forbidden && (
          <span className="offer-problem">
            {text('analysis.blocked', {
              limit: `${forbidden.scheme}:${forbidden.highest}`,
              scheme: forbidden.scheme,
            })}
          </span>
        )}
        {quota && <QuotaMark quota={quota} />}
      </span>
    </li>
  )
}

function QuotaMark({ quota: { used, rate, rateUnit } }: { quota: Quota }) {
  const isOver = used >= rate
  return (
    <span className={isOver ? 'offer-problem number' : 'muted number'}>
      {text('analysis.quota', { used, rate, unit: text(`analysis.unit.${rateUnit}`) })}
      {isOver && ` ${text('analysis.overQuota')}`}
    </span>
  )
}
