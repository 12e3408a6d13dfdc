import type { CaseV1, EngineAction } from '@assay/contract'
import { Link } from '../../routing/link.tsx'
import { path } from '../../routing/match.ts'
import { text } from '../../texts/index.ts'
import { Answer, Empty } from '../../ui/states.tsx'
import { ActionsTable } from './actions-table.tsx'
import { useCaseActions } from './data.ts'

export function CaseActionsTab({ row }: { row: CaseV1 }) {
  const actions = useCaseActions(row._id)
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
    <Answer query={actions}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={text('cases.noActions')} icon="play">
            {text('cases.noCaseActionsAbout')}
          </Empty>
        ) : (
          <ActionsTable actions={rows} objectOf={objectOf} />
        )
      }
    </Answer>
  )
}
