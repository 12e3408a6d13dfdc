import type { CaseV1, EngineAction } from '@assay/contract'
import { Link } from '../../routing/link.tsx'
import { path } from '../../routing/match.ts'
import { text } from '../../texts/index.ts'
import { ActionsList } from './actions-list.tsx'
import { useCaseActions } from './data.ts'

export function CaseActionsTab({ row }: { row: CaseV1 }) {
  const objectOf = ({ objectType, objectId }: EngineAction) => {
    if (objectType === 'Observable') {
      return (
        <Link to={path`/cases/${row._id}/observables/${objectId}`}>{text('cases.observable')}</Link>
      )
    }
    if (objectType === 'Task') {
      return <Link to={path`/cases/${row._id}/tasks/${objectId}`}>{text('cases.task')}</Link>
    }
    return text('cases.case')
  }
  return (
    <ActionsList
      query={useCaseActions(row._id)}
      none="cases.noActions"
      noneAbout="cases.noCaseActionsAbout"
      objectOf={objectOf}
    />
  )
}
