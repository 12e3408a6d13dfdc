import type { JobWithReport } from '@assay/contract'
import { useMemo } from 'react'
import { isRecord } from '../model/levels.ts'
import { Link } from '../routing/link.tsx'
import { formatNumber, text } from '../texts/index.ts'
import { Panel } from '../ui/page.tsx'
import { typeCounts } from './artifacts/list.ts'
import { useArtifacts } from './artifacts/use-artifacts.ts'
import { Findings } from './findings/findings.tsx'
import { labelOf } from './findings/labels.ts'
import { shapeOf } from './findings/shape.ts'
import type { ReportParts } from './report-parts.ts'
import { Operations } from './report-view.tsx'
import { SimilarFiles } from './similar-files.tsx'
import { tabPath } from './tabs.ts'

interface SummaryTabProps {
  job: JobWithReport
  parts: ReportParts
}

/** The short of it: single facts, what else there is, and what was found to pivot to. */
export function SummaryTab({ job, parts }: SummaryTabProps) {
  if (parts.errorMessage !== undefined) return <InputPanel job={job} />
  return (
    <div className="report-view">
      <Facts job={job} findings={parts.findings} />
      {job.type === 'analyzer' && <ArtifactCounts job={job} />}
      {job.type === 'analyzer' && job.dataType === 'file' && <SimilarFiles job={job} />}
      <Operations operations={parts.operations} />
      {job.type === 'responder' && <InputPanel job={job} />}
    </div>
  )
}

const maxFacts = 12

function Facts({ job, findings }: { job: JobWithReport; findings: unknown }) {
  const { facts, others } = useMemo(() => factsOf(findings), [findings])
  return (
    <Panel title={text('report.facts')}>
      <Findings value={facts} />
      {others.length > 0 && (
        <p className="report-more">
          <Link to={tabPath(job.id, 'findings')}>{text('report.moreFindings')}</Link>{' '}
          <span className="muted">{others.map(labelOf).join(', ')}</span>
        </p>
      )}
    </Panel>
  )
}

/** Fields that stand for themselves, and the names of what needs more room. */
function factsOf(findings: unknown): { facts: unknown; others: string[] } {
  const shape = shapeOf(findings)
  if (shape.kind !== 'record') {
    return shape.kind === 'grid' || shape.kind === 'items'
      ? {
          facts: {},
          others: isRecord(findings) ? Object.keys(findings).slice(0, maxFacts) : ['…'],
        }
      : { facts: findings, others: [] }
  }
  const names = [...shape.fields.slice(maxFacts), ...shape.sections].map(([name]) => name)
  return {
    facts: Object.fromEntries(shape.fields.slice(0, maxFacts)),
    others: names.slice(0, maxFacts),
  }
}

function ArtifactCounts({ job }: { job: JobWithReport }) {
  const { data } = useArtifacts(job.id)
  if (!data || data.length === 0) return null
  return (
    <Panel title={text('report.tab.artifacts')}>
      <ul className="badges">
        {typeCounts(data).map(([type, count]) => (
          <li key={type}>
            <Link className="button button-small" to={tabPath(job.id, 'artifacts', { type })}>
              {type} <span className="tab-count">{formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What the worker got: of a failed job the first thing to look at. */
export function InputPanel({ job }: { job: JobWithReport }) {
  const input = job.input ?? (isRecord(job.data) ? job.data : undefined)
  if (input === undefined) return null
  return (
    <Panel title={text('report.input')}>
      <Findings value={input} />
    </Panel>
  )
}
