import type { ReactNode } from 'react'
import type { JobSummary } from '../data/summaries.ts'
import { cut, defangText } from '../model/defang.ts'
import { worstLevel } from '../model/levels.ts'
import { ago } from '../model/times.ts'
import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { LevelMark, StatusMark } from '../ui/marks.tsx'
import { Took, useNow } from '../ui/time.tsx'
import type { SendState } from './sender.ts'

/** Marks what the arrow keys move between. */
export interface CellPosition {
  'data-row': number
  'data-column': number
  tabIndex: 0 | -1
  onFocus: () => void
}

interface MatrixCellProps {
  state: SendState
  summary: JobSummary | undefined
  position: CellPosition
  isChosen: boolean
  isStopped: boolean
  onToggle: () => void
  onRunFresh: () => void
}

export function MatrixCell(props: MatrixCellProps) {
  const { state, position, isChosen, isStopped } = props
  switch (state.kind) {
    case 'job':
      return <JobCell {...props} state={state} />
    case 'refused':
      return (
        <Still position={position} isChosen={isChosen}>
          <span className="mark" data-status="Failure">
            <Icon name="status-failure" />
            {text(state.isQuota ? 'analysis.quotaReached' : 'analysis.refused')}
          </span>
          <Note message={state.message} />
        </Still>
      )
    case 'sending':
      return (
        <Still position={position} isChosen={isChosen}>
          <span className="muted">{text('analysis.cell.sending')}</span>
        </Still>
      )
    case 'queued':
      return (
        <Still position={position} isChosen={isChosen}>
          <span className="muted">
            {text(isStopped ? 'analysis.cell.unsent' : 'analysis.cell.queued')}
          </span>
        </Still>
      )
  }
}

/** Words of a worker or of the server: the beginning of them, and no address in them works. */
function Note({ message }: { message: string }) {
  const shown = defangText(cut(message, longestNote))
  return (
    <span className="cell-note" title={shown}>
      {shown}
    </span>
  )
}

const longestNote = 500

/** Nothing to open yet, but the keys reach it and it can be read. */
function Still(props: { position: CellPosition; isChosen: boolean; children: ReactNode }) {
  return (
    <div className="cell" {...props.position}>
      {props.children}
      {props.isChosen && <span className="visually-hidden">{text('analysis.isChosen')}</span>}
    </div>
  )
}

type JobCellProps = MatrixCellProps & { state: Extract<SendState, { kind: 'job' }> }

function JobCell(props: JobCellProps) {
  const { state, summary, position, isChosen, onToggle, onRunFresh } = props
  const { job, isCached } = state
  return (
    <div className="cell cell-job">
      <div className="cell-main">
        <Link {...position} to={path`/jobs/${job.id}`} className="cell-link">
          <Outcome job={job} summary={summary} />
          {isChosen && <span className="visually-hidden">{text('analysis.isChosen')}</span>}
        </Link>
        <label className="tick cell-tick-box">
          {/* The keyboard selects by Space on the cell itself. */}
          <input type="checkbox" tabIndex={-1} checked={isChosen} onChange={onToggle} />
          <span className="visually-hidden">
            {text('analysis.selectJob', { name: job.workerName })}
          </span>
        </label>
      </div>
      {job.status === 'Failure' && job.errorMessage && <Note message={job.errorMessage} />}
      {isCached && <Cached at={job.createdAt} onRunFresh={onRunFresh} />}
    </div>
  )
}

type Job = JobCellProps['state']['job']

/** The verdict, once there is one; until then how far the job is. */
function Outcome({ job, summary }: { job: Job; summary: JobSummary | undefined }) {
  const worst = job.status === 'Success' && summary ? worstLevel(summary.taxonomies) : undefined
  if (worst) {
    const said = summary?.taxonomies.find(({ level }) => level === worst)?.value ?? ''
    const value = defangText(said)
    return (
      <>
        <LevelMark level={worst} />
        <span className="cell-value value" title={value}>
          {value}
        </span>
      </>
    )
  }
  return (
    <>
      <StatusMark status={job.status} />
      {job.status === 'InProgress' && (
        <Took from={job.startDate ?? job.createdAt} until={undefined} />
      )}
    </>
  )
}

/** An answer that was there already; whoever doubts it asks anew. */
function Cached({ at, onRunFresh }: { at: number; onRunFresh: () => void }) {
  const now = useNow()
  return (
    <span className="cell-cached">
      <span className="type-chip">{text('analysis.cached', { ago: ago(at, now) })}</span>
      <Button size="small" kind="quiet" onClick={onRunFresh}>
        {text('analysis.runFresh')}
      </Button>
    </span>
  )
}
