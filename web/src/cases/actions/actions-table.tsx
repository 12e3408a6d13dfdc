import type { EngineAction } from '@assay/contract'
import type { ReactNode } from 'react'
import { text } from '../../texts/index.ts'
import { ActionDetail } from './action-detail.tsx'
import { readAction } from './action-report.ts'
import { FollowedTable } from './followed-table.tsx'

interface ActionsTableProps {
  actions: readonly EngineAction[]
  /** What each was run on, where that differs. */
  objectOf?: (action: EngineAction) => ReactNode
}

export function ActionsTable({ actions, objectOf }: ActionsTableProps) {
  return (
    <FollowedTable
      caption={text('cases.tab.actions')}
      worker={text('cases.responder')}
      {...(objectOf ? { aboutLabel: text('cases.object') } : {})}
      rows={actions.map((action) => ({
        id: action._id,
        status: action.status,
        name: action.responderName,
        engine: action.engineId,
        startDate: action.startDate,
        endDate: action.endDate,
        error: action.status === 'Failure' ? errorOf(action) : '',
        about: objectOf?.(action),
        detail: () => <ActionDetail action={action} />,
      }))}
    />
  )
}

function errorOf(action: EngineAction): string {
  const { errorMessage, message } = readAction(action)
  return errorMessage || message || text('cases.noReason')
}
