import type { ReportFacts, ReportSection } from '@assay/contract'
import { moment, type ReportLine, type ReportWriting, reportLines } from '@assay/contract/report'
import { text } from '../../../base/texts/index.ts'

interface TimelineLinesProps {
  section: ReportSection
  facts: ReportFacts
  writing: ReportWriting
  onChange: (section: ReportSection) => void
}

/** Each line can be left out or said in other words; the case itself stays as it is. */
export function TimelineLines({ section, facts, writing, onChange }: TimelineLinesProps) {
  const lines = reportLines(facts.timeline, section.lines, writing)
  const set = ({ key, isShown, isReworded, text: words }: ReportLine, change: Partial<Line>) => {
    const others = section.lines.filter((one) => one.key !== key)
    const line = { key, isShown, ...(isReworded && { text: words }), ...change }
    onChange({ ...section, lines: [...others, line] })
  }
  return (
    <ol className="report-lines">
      {lines.map((line) => (
        <li key={line.key}>
          <input
            type="checkbox"
            aria-label={text('reports.showLine', { line: line.text })}
            checked={line.isShown}
            onChange={() => set(line, { isShown: !line.isShown })}
          />
          <time className="muted">{moment(line.at, writing)}</time>
          <input
            className="report-told"
            aria-label={text('reports.rewordLine', { line: line.text })}
            value={section.lines.find(({ key }) => key === line.key)?.text ?? line.text}
            maxLength={2000}
            data-left-out={!line.isShown || undefined}
            onChange={({ target }) => set(line, { text: target.value })}
          />
        </li>
      ))}
    </ol>
  )
}

type Line = ReportSection['lines'][number]
