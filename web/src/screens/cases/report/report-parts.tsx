import type { ReactNode } from 'react'
import { defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { said } from '../../../base/model/said.ts'
import { dateAndTime } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { PapMark, SeverityMark, TlpMark } from '../../../base/ui/marks.tsx'
import { TypeChip } from '../../../base/ui/type-chip.tsx'
import { VerdictMark } from '../../../base/ui/verdict-mark.tsx'
import { Markdown } from '../../../shared/response/markdown/markdown.tsx'
import { WrittenText } from '../../../shared/response/written-text.tsx'
import { CaseStatusMark, resolutionText } from '../case-marks.tsx'
import { type CaseReport, levels, type Part, valuesAt } from './data.ts'
import { bodyOf, entryText } from './entry-text.ts'
import { taskStatusText } from './words.ts'

interface ReportPartsProps {
  report: CaseReport
  wanted: ReadonlySet<Part>
}

export function ReportParts({ report, wanted }: ReportPartsProps) {
  const { row } = report
  const content: Record<Part, () => ReactNode> = {
    summary: () => (
      <>
        <WrittenText value={row.description} />
        {row.summary && (
          <>
            <h3>{text('cases.story.conclusion')}</h3>
            <WrittenText value={row.summary} />
          </>
        )}
      </>
    ),
    values: () => <Values report={report} />,
    techniques: () => <Techniques report={report} />,
    timeline: () => <Story report={report} />,
    tasks: () => <Tasks report={report} />,
    people: () => <p>{report.people.join(', ')}</p>,
  }
  return (
    <article className="case-report">
      <p className="fact-bar">
        <SeverityMark severity={row.severity} />
        <TlpMark tlp={row.tlp} />
        <PapMark pap={row.pap} />
        <CaseStatusMark status={row.status} />
        {resolutionText(row) && <span>{resolutionText(row)}</span>}
        <span className="muted">
          {text('cases.opened')} {dateAndTime(row.startDate)}
        </span>
        {row.endDate !== undefined && (
          <span className="muted">
            {text('cases.closed')} {dateAndTime(row.endDate)}
          </span>
        )}
      </p>
      {(Object.keys(content) as Part[])
        .filter((part) => wanted.has(part))
        .map((part) => (
          <section key={part} className="report-part">
            <h2>{text(`cases.report.${part}`)}</h2>
            {content[part]()}
          </section>
        ))}
    </article>
  )
}

const Nothing = () => <p className="muted">{text('cases.report.nothing')}</p>

function Values({ report: { values, moreValues } }: { report: CaseReport }) {
  if (values.length === 0) return <Nothing />
  return (
    <>
      {levels.map((level) => {
        const own = valuesAt(values, level)
        if (own.length === 0) return null
        return (
          <section key={level ?? 'unasked'} className="report-values">
            <h3>
              <VerdictMark level={level} isPlain /> {own.length}
            </h3>
            <ul>
              {own.map(({ observable, verdict }) => (
                <li key={observable._id}>
                  <TypeChip type={observable.dataType} />{' '}
                  <span className="value">{shownValue(observable)}</span>
                  {observable.ioc && (
                    <>
                      {' '}
                      <span className="ioc">{text('response.ioc')}</span>
                    </>
                  )}
                  {verdict?.reasons[0] && <p className="muted">{said(verdict.reasons[0])}</p>}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {moreValues > 0 && <p className="muted">{text('marks.more', { count: moreValues })}</p>}
    </>
  )
}

function Techniques({ report: { procedures } }: { report: CaseReport }) {
  if (procedures.length === 0) return <Nothing />
  return (
    <ul>
      {procedures.map(({ _id, patternId, patternName = patternId, tacticLabel }) => (
        <li key={_id}>
          {patternId} {patternName} <span className="muted">({tacticLabel})</span>
        </li>
      ))}
    </ul>
  )
}

/** From the beginning: a report is read from above. */
function Story({ report: { story, moreStory } }: { report: CaseReport }) {
  return (
    <>
      {moreStory > 0 && <p className="muted">{text('cases.report.older', { count: moreStory })}</p>}
      <ol className="report-story">
        {story.map((entry) => (
          <li key={`${entry.kind} ${entry.id} ${entry.at} ${entry.status ?? ''}`}>
            <span className="muted">{dateAndTime(entry.at)}</span> {entryText(entry)}
            {bodyOf(entry) && <Markdown value={bodyOf(entry) ?? ''} />}
          </li>
        ))}
      </ol>
    </>
  )
}

function Tasks({ report: { tasks } }: { report: CaseReport }) {
  if (tasks.length === 0) return <Nothing />
  return (
    <ul>
      {tasks.map(({ _id, title, status, assignee }) => (
        <li key={_id}>
          {defangText(title)}: {taskStatusText(status)}
          {assignee && `, ${assignee}`}
        </li>
      ))}
    </ul>
  )
}
