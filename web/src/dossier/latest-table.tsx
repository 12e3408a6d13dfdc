import type { Worker } from '@assay/contract'
import { useSummary } from '../data/summaries.ts'
import { comparePath, jobsPath, reportPath } from '../jobs/paths.ts'
import { defangText } from '../model/defang.ts'
import { reasonLine } from '../model/failures.ts'
import { Link } from '../routing/link.tsx'
import { counted, text } from '../texts/index.ts'
import { StatusMark, TaxonomyMarks } from '../ui/marks.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { type AnalyzerRuns, lastTwo } from './dossier.ts'

/** An analyzer with its runs, or one that was never asked. */
interface Row {
  readonly name: string
  readonly asked?: AnalyzerRuns
}

interface LatestTableProps {
  groups: readonly AnalyzerRuns[]
  missing: readonly Worker[]
}

export function LatestTable({ groups, missing }: LatestTableProps) {
  const rows: Row[] = [
    ...groups.map((asked) => ({ name: asked.workerName, asked })),
    ...missing.map(({ name }) => ({ name })),
  ]
  if (rows.length === 0) {
    return <Empty title={text('dossier.noAnalyzer')}>{text('dossier.noAnalyzerText')}</Empty>
  }
  return (
    <Table
      caption={text('dossier.latest')}
      columns={columns()}
      rows={rows}
      idOf={({ name }) => name}
    />
  )
}

const columns = (): Column<Row>[] => [
  {
    key: 'name',
    label: text('dossier.analyzer'),
    isHeader: true,
    className: 'dossier-name',
    cell: ({ name, asked }) =>
      asked ? <Link to={reportPath(asked.lastSuccess ?? asked.latest)}>{name}</Link> : name,
  },
  {
    key: 'verdict',
    label: text('dossier.verdict'),
    cell: ({ asked }) =>
      asked ? <Verdict runs={asked} /> : <span className="muted">{text('dossier.never')}</span>,
  },
  {
    key: 'time',
    label: text('dossier.when'),
    cell: ({ asked }) => <Time at={asked?.latest.createdAt} />,
  },
  {
    key: 'runs',
    label: text('dossier.runs'),
    className: 'dossier-name',
    cell: ({ asked }) => (asked ? <Runs asked={asked} /> : null),
  },
]

/** The last report there is; that a later run failed or is under way is said beside it. */
function Verdict({ runs: { latest, lastSuccess } }: { runs: AnalyzerRuns }) {
  const { data } = useSummary(lastSuccess?.id)
  return (
    <span className="dossier-verdict">
      {latest.status !== 'Success' && <StatusMark status={latest.status} />}
      {latest.status === 'Failure' && !lastSuccess && (
        <span className="dossier-error">{defangText(reasonLine(latest.errorMessage))}</span>
      )}
      {data && <TaxonomyMarks taxonomies={data.taxonomies} max={4} />}
      {data?.taxonomies.length === 0 && <span className="muted">{text('dossier.noVerdict')}</span>}
    </span>
  )
}

function Runs({ asked: { workerName, runs, latest } }: { asked: AnalyzerRuns }) {
  const two = lastTwo(runs)
  const value = latest.attachment?.id ?? String(latest.data ?? '')
  return (
    <span className="dossier-runs">
      <Link to={jobsPath({ value, type: [latest.dataType], worker: [workerName] })}>
        {counted('dossier.runCount', runs.length)}
      </Link>
      {two && (
        <Link to={comparePath(two)} aria-label={text('dossier.compareRuns', { name: workerName })}>
          {text('dossier.compare')}
        </Link>
      )}
    </span>
  )
}
