import type { EngineAction } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { ActionsTable } from '../cases/actions/actions-table.tsx'
import { text } from '../texts/index.ts'
import { Answer, Empty } from '../ui/states.tsx'
import '../cases/cases.css'

/** What responders did with the alert, newest first. */
export function ActionsTab({ query }: { query: UseQueryResult<EngineAction[]> }) {
  return (
    <Answer query={query}>
      {(actions) =>
        actions.length === 0 ? (
          <Empty title={text('alerts.noActions')} icon="play">
            {text('alerts.noActionsAbout')}
          </Empty>
        ) : (
          <ActionsTable actions={actions} />
        )
      }
    </Answer>
  )
}
