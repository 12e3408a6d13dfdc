import type { ValueAnswer, ValueDetail } from '@assay/contract'
import { type ReactNode, useRef } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { reasonLine } from '../../base/model/failures.ts'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { counted, formatNumber, labeled, text } from '../../base/texts/index.ts'
import { Icon, type IconName } from '../../base/ui/icons.tsx'
import { Names } from '../../base/ui/names.tsx'
import { Took } from '../../base/ui/time.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import { jobsPath } from '../../shared/jobs/paths.ts'
import { costOf } from './choose-analyzers.tsx'
import { progressOf } from './progress.ts'
import { reasonText } from './reason-text.ts'
import { ReportLink } from './report-link.tsx'
import { resultsOf } from './results-of.ts'
import type { Analysis } from './use-analysis.ts'
import { Waits } from './waits.tsx'

interface ResultsPanelProps {
  value: ValueDetail
  analysis: Analysis | undefined
}

/** One line of each analyzer that was asked; those with nothing to say are folded. */
export function ResultsPanel({ value, analysis }: ResultsPanelProps) {
  const { answers, running, notAsked, dataType, data, hash } = value
  const { analyze } = useRights()
  const { said, failed, nothing, notApplicable, ...open } = resultsOf(value)
  const { done, asked } = progressOf(value)
  const isOpen = running.length > 0
  const rows = useMost(isOpen ? asked : 0)
  return (
    <section className="panel value-panel value-results">
      <div className="panel-head">
        <h2>
          {text('value.analyzersSay')}{' '}
          {asked > 0 && (
            <span className="tab-count">
              {isOpen ? text('value.doneOf', { done, asked }) : formatNumber(asked)}
            </span>
          )}
        </h2>
        {analyze && (
          <Link to={jobsPath({ value: hash ?? data ?? '', type: [dataType] })}>
            {text('value.allJobs')}
          </Link>
        )}
      </div>
      {asked === 0 && <p className="muted">{text('value.neverAsked')}</p>}
      <div
        className="value-results-list"
        style={{ minHeight: rows === 0 ? undefined : height(rows) }}
      >
        <ul>
          {said.map((answer) => (
            <Said key={answer.analyzerId} answer={answer} isOpen={isOpen} />
          ))}
          {failed.map((answer) => (
            <Failed key={answer.analyzerId} answer={answer} analysis={analysis} />
          ))}
        </ul>
        <Fold title="value.foundNothing" answers={nothing} />
        <Fold title="value.notApplicableTo" answers={notApplicable} />
        <Group title="value.runningCount" jobs={open.running} icon="status-running" />
        <Group title="value.waitingCount" jobs={open.waiting} icon="status-waiting" />
      </div>
      {notAsked.length > 0 && answers.length > 0 && (
        <NotAsked names={notAsked.map(({ name }) => name)} analysis={analysis} />
      )}
    </section>
  )
}

/** Room for as many as were ever there: what is below stays where it is. */
function useMost(count: number): number {
  const most = useRef(0)
  most.current = Math.max(most.current, count)
  return most.current
}

const height = (rows: number) => `min(${rows * 2.25 + 3.5}rem, 26rem)`

interface LineProps {
  level?: string
  state?: string
  icon: IconName
  name: ReactNode
  children: ReactNode
}

const Line = ({ level, state, icon, name, children }: LineProps) => (
  <li className="value-result" data-verdict={level} data-state={state}>
    <Icon name={icon} />
    <span className="value-result-name">{name}</span>
    <span className="value-result-answer">{children}</span>
  </li>
)

function Said({ answer, isOpen }: { answer: ValueAnswer; isOpen: boolean }) {
  const { analyzer, level, reasons, jobId, hasReport, failure } = answer
  const [first] = reasons
  const parts = first && reasonText({ told: first })
  const shown = isOpen ? 'none' : (level ?? 'none')
  return (
    <Line
      level={shown}
      icon={isOpen ? 'check' : verdictIcon(shown)}
      name={<ReportLink jobId={hasReport ? jobId : undefined}>{analyzerName(analyzer)}</ReportLink>}
    >
      <span className="visually-hidden">{labeled(text(`verdict.${shown}`), '')}</span>
      <span className="value-result-said few-lines">
        {parts ? <Names in={parts.claim ?? parts.evidence} /> : text('value.tileNothing')}
      </span>
      {failure && failure.notApplicable === undefined && (
        <span className="value-seen-line">{text('value.failedSince')}</span>
      )}
      {!hasReport && <span className="value-seen-line">{text('value.reportGone')}</span>}
    </Line>
  )
}

interface FailedProps {
  answer: ValueAnswer
  analysis: Analysis | undefined
}

function Failed({ answer: { analyzer, analyzerId, failure }, analysis }: FailedProps) {
  return (
    <Line
      icon="status-failure"
      name={<ReportLink jobId={failure?.jobId}>{analyzerName(analyzer)}</ReportLink>}
    >
      <span className="value-result-said">{text('value.tileFailed')}</span>{' '}
      <TryAgain id={analyzerId} analysis={analysis} />
      <span className="value-seen-line few-lines">
        {defangSentence(reasonLine(failure?.message ?? ''))}
      </span>
    </Line>
  )
}

function TryAgain({ id, analysis }: { id: string; analysis: Analysis | undefined }) {
  const worker = analysis?.fitting.find((one) => one.id === id)
  if (!analysis || !worker || analysis.cannot) return null
  return (
    <button type="button" className="link-button" onClick={() => void analysis.run([worker])}>
      {text('app.retry')}
    </button>
  )
}

interface FoldProps {
  title: 'value.foundNothing' | 'value.notApplicableTo'
  answers: readonly ValueAnswer[]
}

function Fold({ title, answers }: FoldProps) {
  if (answers.length === 0) return null
  return (
    <details className="value-result-fold">
      <summary>
        <b>{counted(title, answers.length)}</b>{' '}
        <span className="muted">
          {answers.map(({ analyzer }) => analyzerName(analyzer)).join(', ')}
        </span>
      </summary>
      <ul>
        {answers.map(({ analyzer, analyzerId, jobId, hasReport, failure }) => (
          <Line
            key={analyzerId}
            icon={failure ? 'not-applicable' : 'minus'}
            name={
              <ReportLink jobId={hasReport ? jobId : failure?.jobId}>
                {analyzerName(analyzer)}
              </ReportLink>
            }
          >
            <span className="muted">
              {failure ? defangSentence(reasonLine(failure.message)) : text('value.tileNothing')}
            </span>
          </Line>
        ))}
      </ul>
    </details>
  )
}

interface GroupProps {
  title: 'value.runningCount' | 'value.waitingCount'
  jobs: readonly ValueDetail['running'][number][]
  icon: IconName
}

function Group({ title, jobs, icon }: GroupProps) {
  if (jobs.length === 0) return null
  const isRunning = icon === 'status-running'
  return (
    <>
      <h3 className="value-result-group">{text(title, { count: jobs.length })}</h3>
      <ul>
        {jobs.map(({ analyzer, jobId, since, isLate }) => (
          <Line
            key={jobId}
            state={isRunning ? 'running' : 'waiting'}
            icon={icon}
            name={<ReportLink jobId={jobId}>{analyzerName(analyzer)}</ReportLink>}
          >
            {isRunning ? (
              <Took from={since} until={undefined} />
            ) : (
              <Waits
                running={jobs}
                jobId={jobId}
                otherwise={
                  isLate ? <Took from={since} until={undefined} /> : text('value.startsNext')
                }
              />
            )}
          </Line>
        ))}
      </ul>
    </>
  )
}

/** Users who may run analyzers do so with one click. */
function NotAsked({
  names,
  analysis,
}: {
  names: readonly string[]
  analysis: Analysis | undefined
}) {
  const shown = text('value.notAsked', { names: names.slice(0, 6).map(analyzerName).join(', ') })
  if (!analysis || analysis.cannot || analysis.missing.length === 0)
    return <p className="muted value-foot">{shown}</p>
  return (
    <p className="value-foot">
      <button
        type="button"
        className="link-button"
        title={costOf(analysis.missing)}
        onClick={() => void analysis.run(analysis.missing)}
      >
        {shown}
      </button>
    </p>
  )
}
