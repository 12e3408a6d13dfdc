import './catalogue.css'
import type { Outcome } from '../../base/model/statistics.ts'
import { duration } from '../../base/model/times.ts'
import { counted, text } from '../../base/texts/index.ts'
import { ResultStrip } from '../charts/result-strip.tsx'
import { percent } from '../charts/scale.ts'
import type { Tone } from '../charts/stacked-bars.tsx'
import { type Health, lastJobs } from './health.ts'

const tones: Record<Outcome, Tone> = {
  success: 'good',
  failure: 'bad',
  notApplicable: 'skipped',
  other: 'neutral',
}

/** `96% ok · median 1.1 s · last 50 jobs`, and how they went one after the other. */
export function HealthLine({ health }: { health: Health }) {
  const { jobs, rate, medianMs, results, failures } = health
  if (jobs === 0) return <p className="health muted">{text('catalogue.noJobs')}</p>
  const said = [
    rate !== undefined && text('catalogue.ok', { rate: percent(rate) }),
    medianMs !== undefined && text('catalogue.median', { duration: duration(medianMs) }),
    counted('catalogue.lastJobs', jobs),
  ]
  return (
    <div className="health">
      <ResultStrip
        label={text('catalogue.strip', { jobs, failures })}
        results={results.map((outcome) => tones[outcome])}
        places={lastJobs}
      />
      <p className="muted">{said.filter(Boolean).join(' · ')}</p>
    </div>
  )
}
