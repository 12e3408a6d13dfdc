import type { ValueChange, ValueDetail } from '@assay/contract'
import { useEffect, useRef, useState } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { reasonLine } from '../../base/model/failures.ts'
import { said } from '../../base/model/said.ts'
import { ago, dateAndTime } from '../../base/model/times.ts'
import { isOld } from '../../base/model/verdict-age.ts'
import { useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { useNow } from '../../base/ui/time.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import { costOf } from './choose-analyzers.tsx'
import { levelsByWeight, type SharedReason, shared, votesOf } from './reasons.ts'
import { ReportLink } from './report-link.tsx'
import type { Analysis } from './use-analysis.ts'
import { useValueKeys } from './use-value-keys.ts'

const fewReasons = 6

interface VerdictBandProps {
  value: ValueDetail
  analysis: Analysis | undefined
}

/** Is it bad, and why: before everything else. */
export function VerdictBand({ value, analysis }: VerdictBandProps) {
  const { verdict, running, reasons } = value
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const rows = useCalmOrder(shared(reasons), running.length > 0)
  const shown = isWhole ? rows : rows.slice(0, fewReasons)
  useReasonKeys(rows)
  const word = text(verdict.level === null ? noAnswer(value) : `verdict.${verdict.level}`)
  return (
    <section
      className="value-band"
      data-verdict={verdict.level ?? 'unasked'}
      data-old={isOld(verdict.checkedAt, now) || undefined}
      aria-label={text('value.verdict')}
    >
      <div className="value-band-side">
        <p className="value-band-word">
          <Icon name={verdictIcon(verdict.level)} />
          {word}
          {running.length > 0 && verdict.level !== null && <small>{text('value.soFar')}</small>}
        </p>
        <Votes value={value} />
        <p>{sentenceOf(value)}</p>
        <Before value={value} now={now} />
      </div>
      <ul className="value-reasons">
        {shown.map((reason) => (
          <ReasonRow key={`${reason.level} ${reason.text}`} reason={reason} />
        ))}
        {rows.length === 0 && <NoReason value={value} />}
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
      </ul>
    </section>
  )
}

/** While answers come in, they are put below the others: nothing moves under the pointer. */
function useCalmOrder(rows: SharedReason[], isRunning: boolean): SharedReason[] {
  const before = useRef<readonly string[]>([])
  const keyOf = ({ level, text: said }: SharedReason) => `${level} ${said}`
  const place = new Map(before.current.map((key, at) => [key, at]))
  const at = (row: SharedReason) => place.get(keyOf(row)) ?? place.size
  const ordered = isRunning ? rows.toSorted((a, b) => at(a) - at(b)) : rows
  useEffect(() => {
    before.current = ordered.map(keyOf)
  })
  return ordered
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

/** `1` to `9` open the report of that reason. */
function useReasonKeys(rows: readonly SharedReason[]): void {
  const { analyze } = useRights()
  const { set } = useSearch()
  const keys = rows
    .slice(0, 9)
    .map(({ by: [first] }, at) => [
      String(at + 1),
      () => set({ report: first?.jobId, part: undefined }, { push: true }),
    ])
  useValueKeys(analyze ? Object.fromEntries(keys) : {})
}

const noAnswer = ({ verdict, running }: ValueDetail) =>
  running.length > 0 ? 'value.asking' : verdict.asked > 0 ? 'value.noAnswer' : 'verdict.unasked'

function Votes({ value }: { value: ValueDetail }) {
  const { levels } = votesOf(value.answers)
  if (levels.length === 0) return null
  return (
    <div className="value-votes" aria-hidden="true">
      {levels.map((level, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity
        <i key={at} data-verdict={level} />
      ))}
    </div>
  )
}

/** "1 of 5 analyzers says malicious, 2 suspicious; 1 did not answer". */
function sentenceOf({ answers, running, notAsked }: ValueDetail): string {
  const { levels, failed } = votesOf(answers)
  if (running.length > 0)
    return text('value.answeredSoFar', {
      answered: levels.length,
      asked: answers.length + running.filter(isNew(answers)).length,
    })
  if (answers.length === 0)
    return notAsked.length === 0
      ? text('value.noneFits')
      : counted('value.fitting', notAsked.length)
  const said = levelsByWeight
    .filter((level) => level !== 'none')
    .flatMap((level) => {
      const count = levels.filter((one) => one === level).length
      return count === 0 ? [] : [text(`value.says.${level}`, { count })]
    })
  const all = counted('value.ofAnalyzers', levels.length)
  const first =
    said.length === 0 ? text('value.saysNothing', { all }) : `${all}: ${said.join(', ')}`
  return failed === 0 ? first : `${first}; ${counted('value.didNotAnswer', failed)}`
}

const isNew =
  (answers: ValueDetail['answers']) =>
  ({ analyzer }: ValueDetail['running'][number]) =>
    !answers.some((answer) => answer.analyzer === analyzer)

/** Analyzers that were asked together do not answer together. */
const isOneRun = (firstAt: number, { from, at }: ValueChange) =>
  from === 'none' && at - firstAt < 60_000

/** What it was before, or that it was known like this from the beginning. */
function Before({ value: { changes, verdict }, now }: { value: ValueDetail; now: number }) {
  if (verdict.checkedAt !== undefined && isOld(verdict.checkedAt, now))
    return (
      <p className="value-band-since">
        {text('value.isOld', { ago: ago(verdict.checkedAt, now) })}
      </p>
    )
  const [last] = changes
  if (!last || verdict.level === null) return null
  const first = changes.at(-1) ?? last
  return (
    <p className="value-band-since">
      {last.from === undefined || isOneRun(first.at, last)
        ? text('value.sameSinceFirst')
        : text('value.until', { level: text(`verdict.${last.from}`), at: dateAndTime(last.at) })}
    </p>
  )
}

function ReasonRow({ reason }: { reason: SharedReason }) {
  return (
    <li data-verdict={reason.level}>
      <Icon name={verdictIcon(reason.level)} />
      <span className="value-reason few-lines">
        <span className="visually-hidden">{text(`verdict.${reason.level}`)}: </span>
        {said(reason)}
      </span>
      <span className="value-by">
        {reason.by.map(({ analyzer, jobId }, at) => (
          <span key={jobId}>
            {at > 0 && ', '}
            <ReportLink jobId={jobId}>{analyzerName(analyzer)}</ReportLink>
          </span>
        ))}
      </span>
    </li>
  )
}

/** No analyzer has a result; for those that failed, what went wrong. */
function NoReason({ value }: { value: ValueDetail }) {
  const failures = value.answers.flatMap(({ analyzer, failure }) =>
    failure && value.verdict.answered === 0 ? [{ analyzer, ...failure }] : [],
  )
  if (failures.length > 0)
    return failures.slice(0, fewReasons).map(({ analyzer, jobId, message }) => (
      <li key={jobId} data-verdict="unasked">
        <Icon name="status-failure" />
        <span className="value-reason few-lines">{defangSentence(reasonLine(message))}</span>
        <span className="value-by">
          <ReportLink jobId={jobId}>{analyzerName(analyzer)}</ReportLink>
        </span>
      </li>
    ))
  return (
    <li data-verdict="none">
      <Icon name="level-info" />
      <span className="value-reason few-lines">
        {text(value.verdict.asked === 0 ? 'value.neverAsked' : 'value.nothingSaid')}
      </span>
    </li>
  )
}
