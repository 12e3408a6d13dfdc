import type { ValueAnswer, ValueDetail } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { reasonLine } from '../../base/model/failures.ts'
import { said } from '../../base/model/said.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Time } from '../../base/ui/time.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import { costOf } from './choose-analyzers.tsx'
import { ReportLink } from './report-link.tsx'
import type { Analysis } from './use-analysis.ts'

const maxTiles = 24

interface TilesPanelProps {
  value: ValueDetail
  analysis: Analysis | undefined
}

/** One tile of each analyzer that was asked, the worst first. */
export function TilesPanel({ value, analysis }: TilesPanelProps) {
  const { answers, notAsked } = value
  return (
    <section className="panel value-panel">
      <div className="panel-head">
        <h2>{text('value.analyzersSay')}</h2>
        {notAsked.length > 0 && answers.length > 0 && (
          <NotAsked names={notAsked.map(({ name }) => name)} analysis={analysis} />
        )}
      </div>
      {answers.length === 0 ? (
        <p className="muted">{text('value.neverAsked')}</p>
      ) : (
        <ul className="value-tiles">
          {answers.slice(0, maxTiles).map((answer) => (
            <Tile key={answer.analyzerId} answer={answer} analysis={analysis} />
          ))}
        </ul>
      )}
      {answers.length > maxTiles && (
        <p className="muted">{text('value.moreTiles', { count: answers.length - maxTiles })}</p>
      )}
    </section>
  )
}

/** Users who may run analyzers do so with one click. */
function NotAsked({
  names,
  analysis,
}: {
  names: readonly string[]
  analysis?: Analysis | undefined
}) {
  const shown = text('value.notAsked', { names: names.slice(0, 6).map(analyzerName).join(', ') })
  if (!analysis || analysis.cannot || analysis.missing.length === 0)
    return <span className="muted">{shown}</span>
  return (
    <button
      type="button"
      className="link-button"
      title={costOf(analysis.missing)}
      onClick={() => void analysis.run(analysis.missing)}
    >
      {shown}
    </button>
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

interface TileProps {
  answer: ValueAnswer
  analysis: Analysis | undefined
}

function Tile({ answer, analysis }: TileProps) {
  const { analyzer, level, reasons, jobId, at, failure, hasReport } = answer
  const [first, second] = reasons
  const isFailed = failure !== undefined && level === null
  return (
    <li className="value-tile" data-verdict={level ?? 'unasked'}>
      <p className="value-tile-head">
        <Icon name={isFailed ? 'status-failure' : verdictIcon(level)} />
        <ReportLink jobId={hasReport ? jobId : failure?.jobId}>{analyzerName(analyzer)}</ReportLink>
        <Time at={at ?? failure?.at} style="ago" />
      </p>
      <p className="value-tile-answer few-lines">
        <span className="visually-hidden">
          {level === null ? '' : `${text(`verdict.${level}`)}: `}
        </span>
        {isFailed ? text('value.tileFailed') : first ? said(first) : text('value.tileNothing')}
      </p>
      {isFailed && (
        <p className="value-tile-line few-lines">
          {defangSentence(reasonLine(failure.message))}{' '}
          <TryAgain id={answer.analyzerId} analysis={analysis} />
        </p>
      )}
      {!isFailed && second && <p className="value-tile-line few-lines">{said(second)}</p>}
      {!isFailed && failure && (
        <p className="value-tile-line few-lines">{text('value.failedSince')}</p>
      )}
      {level !== null && !hasReport && (
        <p className="value-tile-line few-lines">{text('value.reportGone')}</p>
      )}
    </li>
  )
}
