import type { EngineAction } from '@assay/contract'
import { defangSentence, defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { StatusMark } from '../../../base/ui/marks.tsx'
import { Owner } from '../../../shared/response/owner.tsx'
import { ReportView } from '../../report/report-view.tsx'
import { type Operation, readAction } from './action-report.ts'
import { EngineJobLink } from './engine-job-link.tsx'

/** The result of an action: message, changes, and the responder's full output. */
export function ActionDetail({ action }: { action: EngineAction }) {
  const { message, operations, report } = readAction(action)
  return (
    <div className="followed-content">
      {message && <p className="written-text">{defangSentence(message)}</p>}
      <p className="muted">
        {text('cases.runBy')} <Owner login={action._createdBy} />
      </p>
      <h2>{text('cases.operations')}</h2>
      {operations.length === 0 ? (
        <p className="muted">{text('cases.noOperations')}</p>
      ) : (
        <ul className="plain-list">
          {operations.map((operation, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be asked for twice
            <OperationRow key={index} operation={operation} />
          ))}
        </ul>
      )}
      <ReportView report={report} />
      <EngineJobLink engine={action.engineId} job={action.engineJobId} />
    </div>
  )
}

function OperationRow({ operation }: { operation: Operation }) {
  const { type, status, message, details } = operation
  return (
    <li>
      <StatusMark status={status} />
      <strong>{type}</strong>
      {details && <span className="value">{defangText(details)}</span>}
      {message && message !== status && <span className="muted">{defangText(message)}</span>}
    </li>
  )
}
