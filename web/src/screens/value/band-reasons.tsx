import type { ValueDetail } from '@assay/contract'
import { useEffect, useRef, useState } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { reasonLine } from '../../base/model/failures.ts'
import { counted, labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { Names } from '../../base/ui/names.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import { costOf } from './choose-analyzers.tsx'
import { EvidenceNumber, maxEvidence } from './evidence.tsx'
import type { RankedReason } from './ranked.ts'
import { reasonText } from './reason-text.ts'
import { ReportLink } from './report-link.tsx'
import type { Analysis } from './use-analysis.ts'

const fewReasons = 4

interface BandReasonsProps {
  value: ValueDetail
  rows: readonly RankedReason[]
  /** No claims yet: all rows are gray. */
  isOpen: boolean
  analysis: Analysis | undefined
}

/** Why, the most convincing first; each number is that of its evidence. */
export function BandReasons({ value, rows, isOpen, analysis }: BandReasonsProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, fewReasons)
  const { verdict, running, answers } = value
  return (
    <ol className="value-reasons">
      {shown.map((reason, at) => (
        <ReasonRow
          key={rowKey(reason)}
          reason={reason}
          number={at + 1}
          isOpen={isOpen}
          jobOf={(analyzer) => answers.find((one) => one.analyzer === analyzer)?.jobId}
        />
      ))}
      {rows.length === 0 && <Failures value={value} />}
      {verdict.asked === 0 && running.length === 0 && <FirstQuestion analysis={analysis} />}
      {rows.length > fewReasons && (
        <li className="value-reasons-more">
          <Button size="small" kind="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? text('value.fewerReasons')
              : counted('value.moreReasons', rows.length - fewReasons)}
          </Button>
        </li>
      )}
    </ol>
  )
}

const rowKey = ({ level, told, from }: RankedReason) =>
  `${level} ${told.text} ${from?.chain.map(({ data, hash }) => data ?? hash) ?? ''}`

/** While results come in, they are put below the others: nothing moves under the pointer. */
export function useCalmOrder(rows: RankedReason[], isRunning: boolean): RankedReason[] {
  const before = useRef<readonly string[]>([])
  const place = new Map(before.current.map((key, at) => [key, at]))
  const at = (row: RankedReason) => place.get(rowKey(row)) ?? place.size
  const ordered = isRunning ? rows.toSorted((a, b) => at(a) - at(b)) : rows
  useEffect(() => {
    before.current = ordered.map(rowKey)
  })
  return ordered
}

interface ReasonRowProps {
  reason: RankedReason
  number: number
  isOpen: boolean
  jobOf: (analyzer: string) => string | undefined
}

function ReasonRow({ reason, number, isOpen, jobOf }: ReasonRowProps) {
  const { claim, evidence } = reasonText(reason)
  const level = isOpen ? 'none' : reason.level
  return (
    <li data-verdict={level}>
      <Icon name={verdictIcon(level)} />
      <span className="value-reason few-lines">
        {!isOpen && (
          <span className="visually-hidden">{labeled(text(`verdict.${reason.level}`), '')}</span>
        )}
        {claim !== undefined && (
          <>
            <b>
              <Names in={labeled(claim, '').trimEnd()} />
            </b>{' '}
          </>
        )}
        <Names in={evidence} /> {number <= maxEvidence && <EvidenceNumber number={number} />}
      </span>
      <span className="value-by">
        {reason.by.slice(0, 3).map(({ analyzer, jobId = jobOf(analyzer) }, at) => (
          <span key={analyzer}>
            {at > 0 && ', '}
            <ReportLink jobId={jobId}>{analyzerName(analyzer)}</ReportLink>
          </span>
        ))}
      </span>
    </li>
  )
}

/** Not analyzed yet: the analyzers that could run, and one button. */
function FirstQuestion({ analysis }: { analysis: Analysis | undefined }) {
  if (!analysis || analysis.fitting.length === 0) return null
  return (
    <li className="value-reasons-more">
      <p className="muted">
        {analysis.fitting
          .map(({ name }) => analyzerName(name))
          .slice(0, 12)
          .join(', ')}
      </p>
      <Button
        icon="play"
        busy={analysis.isBusy}
        unavailable={analysis.cannot}
        onClick={() => void analysis.run(analysis.fitting)}
      >
        {text('value.analyzeWith', { cost: costOf(analysis.fitting) })}
      </Button>
    </li>
  )
}

/** Where all analyzers failed: their messages. */
function Failures({ value: { verdict, answers } }: { value: ValueDetail }) {
  if (verdict.answered > 0) return null
  return answers
    .flatMap(({ analyzer, failure }) => (failure ? [{ analyzer, ...failure }] : []))
    .slice(0, fewReasons)
    .map(({ analyzer, jobId, message, notApplicable }) => (
      <li key={jobId} data-verdict="unasked">
        <Icon name={notApplicable === undefined ? 'status-failure' : 'not-applicable'} />
        <span className="value-reason few-lines">{defangSentence(reasonLine(message))}</span>
        <span className="value-by">
          <ReportLink jobId={jobId}>{analyzerName(analyzer)}</ReportLink>
        </span>
      </li>
    ))
}
