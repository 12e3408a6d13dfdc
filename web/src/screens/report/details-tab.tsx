import type { Job } from '@assay/contract'
import type { ReactNode } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { isRecord } from '../../base/model/levels.ts'
import { fileSize } from '../../base/model/times.ts'
import { typeName } from '../../base/model/type-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { PapMark, StatusMark, TlpMark } from '../../base/ui/marks.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { Time, Took } from '../../base/ui/time.tsx'
import { configurationPath } from './configuration-path.ts'
import { ErrorText } from './error-text.tsx'
import { Findings } from './findings/findings.tsx'

/** All that is known about the job itself. */
export function DetailsTab({ job }: { job: Job }) {
  const { attachment } = job
  return (
    <div className="report-view report-details">
      <Panel title={text('report.details.job')}>
        <dl className="facts">
          <Fact name={text('report.details.id')} value={<Code>{job.id}</Code>} />
          <Fact name={text('report.details.status')} value={<StatusMark status={job.status} />} />
          <Fact name={text('report.details.type')} value={typeName(job.dataType)} />
          <Fact name="TLP" value={<TlpMark tlp={job.tlp} />} />
          <Fact name="PAP" value={<PapMark pap={job.pap} />} />
          <Fact name={text('report.details.message')} value={defangText(job.message)} />
          <Fact name={text('report.details.label')} value={defangText(job.label ?? '')} />
          <Fact name={text('report.details.organization')} value={job.organization} />
        </dl>
      </Panel>
      <Panel title={text('report.details.worker')}>
        <dl className="facts">
          <Fact name={text('report.details.name')} value={job.workerName} />
          <Fact name={text('report.details.kind')} value={text(`report.kind.${job.type}`)} />
          <Fact name={text('report.details.workerId')} value={<WorkerId job={job} />} />
          <Fact
            name={text('report.details.definition')}
            value={<Code>{job.workerDefinitionId}</Code>}
          />
          <Fact name={text('report.details.runner')} value={job.runner} />
        </dl>
      </Panel>
      <Panel title={text('report.details.times')}>
        <dl className="facts">
          <Fact name={text('report.details.by')} value={job.createdBy} />
          <Fact
            name={text('report.details.created')}
            value={<Time at={job.createdAt} style="full" />}
          />
          <Fact
            name={text('report.details.started')}
            value={<Time at={job.startDate} style="full" />}
          />
          <Fact
            name={text('report.details.ended')}
            value={<Time at={job.endDate} style="full" />}
          />
          <Fact
            name={text('report.details.took')}
            value={<Took from={job.startDate} until={job.endDate} />}
          />
        </dl>
      </Panel>
      {attachment && (
        <Panel title={text('report.details.file')}>
          <dl className="facts">
            <Fact name={text('report.details.name')} value={defangText(attachment.name)} />
            <Fact name={text('report.details.size')} value={fileSize(attachment.size)} />
            <Fact name={text('report.details.contentType')} value={attachment.contentType} />
            <Fact
              name={text('report.details.hashes')}
              value={attachment.hashes?.filter(Boolean).map((hash) => (
                <div key={hash}>
                  <Code>{hash}</Code>
                </div>
              ))}
            />
          </dl>
        </Panel>
      )}
      <Parameters job={job} />
      {job.errorMessage && (
        <Panel title={text('report.details.error')} className="report-wide">
          <ErrorText message={job.errorMessage} />
        </Panel>
      )}
      {isRecord(job.input) && (
        <Panel title={text('report.input')} className="report-wide">
          <Findings value={job.input} />
        </Panel>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (value === undefined || value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

const Code = ({ children }: { children: string }) => <span className="value">{children}</span>

/** Users who may configure it get there from here. */
function WorkerId({ job }: { job: Job }) {
  const { administer } = useRights()
  if (!administer) return <Code>{job.workerId}</Code>
  return (
    <Link className="value" to={configurationPath(job)}>
      {job.workerId}
    </Link>
  )
}

function Parameters({ job }: { job: Job }) {
  return (
    <Panel title={text('report.details.parameters')} className="report-wide">
      {Object.keys(job.parameters).length > 0 ? (
        <Findings value={job.parameters} />
      ) : (
        <p className="muted">{text('app.none')}</p>
      )}
    </Panel>
  )
}
