import { useMemo } from 'react'
import { text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { ErrorText } from './error-text.tsx'
import { Findings } from './findings/findings.tsx'
import { partsOfReport } from './report-parts.ts'
import './report.css'
import { Verdict } from './verdict.tsx'

interface ReportViewProps {
  /** As the server sent it: any JSON. Text nodes are made of it and nothing else. */
  report: unknown
}

/** A report for reading: why it failed, or the verdict, the findings and its requested operations. */
export function ReportView({ report }: ReportViewProps) {
  const parts = useMemo(() => partsOfReport(report), [report])
  return (
    <div className="report-view">
      {parts.errorMessage !== undefined && <ErrorText message={parts.errorMessage} />}
      <Verdict taxonomies={parts.taxonomies} />
      {parts.errorMessage === undefined && (
        <Panel title={text('report.findings')}>
          <Findings value={parts.findings} />
        </Panel>
      )}
      <Operations operations={parts.operations} />
    </div>
  )
}

/** What a responder asked the platform to do. */
export function Operations({ operations }: { operations: readonly unknown[] }) {
  if (operations.length === 0) return null
  return (
    <Panel title={text('report.operations')}>
      <Findings value={operations} />
    </Panel>
  )
}
