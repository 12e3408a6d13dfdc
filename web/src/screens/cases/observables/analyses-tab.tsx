import type { CortexAnalysis, ObservableV1 } from '@assay/contract'
import { asText, isRecord, taxonomiesOf } from '../../../base/model/levels.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { TaxonomyMarks } from '../../../base/ui/marks.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { ReportView } from '../../report/report-view.tsx'
import { EngineJobLink } from '../actions/engine-job-link.tsx'
import { FollowedTable } from '../actions/followed-table.tsx'
import { ArtifactsPanel } from './artifacts-panel.tsx'
import { useAnalyses } from './data.ts'

interface AnalysesTabProps {
  caseId: string
  observable: ObservableV1
}

/** What analyzers found out about it for this case. */
export function AnalysesTab({ caseId, observable }: AnalysesTabProps) {
  const { analyze } = useRights()
  const analyses = useAnalyses(observable._id)
  return (
    <Answer query={analyses}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <Empty title={text('cases.noAnalyses')} icon="observable">
            {text('cases.noAnalysesAbout')}
          </Empty>
        ) : (
          <>
            <FollowedTable
              caption={text('cases.observableTab.analysis')}
              worker={text('cases.analyzer')}
              aboutLabel={text('cases.findings')}
              rows={rows.map((analysis) => ({
                ...rowOf(analysis, observable),
                detail: () => (
                  <div className="followed-content">
                    <ReportView report={reportOf(analysis, observable)} />
                    <ArtifactsPanel
                      caseId={caseId}
                      tlp={observable.tlp}
                      analyzer={analysis.analyzerName}
                      report={analysis.report}
                      canAdd={analyze}
                    />
                    <EngineJobLink engine={analysis.cortexId} job={analysis.cortexJobId} />
                  </div>
                ),
              }))}
            />
            {total > rows.length && (
              <p className="muted">{text('marks.more', { count: total - rows.length })}</p>
            )}
          </>
        )
      }
    </Answer>
  )
}

/** The server keeps the short form with the observable, the rest with the analysis. */
function taxonomiesFrom({ analyzerName }: CortexAnalysis, { reports }: ObservableV1) {
  const short = reports[analyzerName]
  return isRecord(short) ? taxonomiesOf(short.taxonomies) : []
}

const reportOf = (analysis: CortexAnalysis, observable: ObservableV1) => ({
  ...analysis.report,
  summary: { taxonomies: taxonomiesFrom(analysis, observable) },
})

const rowOf = (analysis: CortexAnalysis, observable: ObservableV1) => ({
  id: analysis._id,
  status: analysis.status,
  name: analysis.analyzerName,
  engine: analysis.cortexId,
  startDate: analysis.startDate,
  endDate: analysis.endDate,
  error:
    analysis.status === 'Failure'
      ? asText(analysis.report?.errorMessage) || text('cases.noReason')
      : '',
  about: analysis.status === 'Success' && (
    <TaxonomyMarks taxonomies={taxonomiesFrom(analysis, observable)} max={4} />
  ),
})
