import type { EngineAction } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { ActionDetail } from './action-detail.tsx'
import { readAction } from './action-report.ts'
import { FollowedTable } from './followed-table.tsx'

export function ActionsTable({ actions }: { actions: readonly EngineAction[] }) {
  return (
    <FollowedTable
      caption={text('cases.observableTab.actions')}
      worker={text('cases.responder')}
      rows={actions.map((action) => ({
        id: action._id,
        status: action.status,
        name: action.responderName,
        engine: action.engineId,
        startDate: action.startDate,
        endDate: action.endDate,
        error: action.status === 'Failure' ? errorOf(action) : '',
        detail: () => <ActionDetail action={action} />,
      }))}
    />
  )
}

function errorOf(action: EngineAction): string {
  const { errorMessage, message } = readAction(action)
  return errorMessage || message || text('cases.noReason')
}
