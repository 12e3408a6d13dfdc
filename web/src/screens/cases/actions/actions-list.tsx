import type { EngineAction } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type TextKey, text } from '../../../base/texts/index.ts'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { ActionsTable } from './actions-table.tsx'

interface ActionsListProps {
  query: UseQueryResult<EngineAction[]>
  none: TextKey
  noneAbout: TextKey
}

/** What responders did, newest first; the rows update live. */
export const ActionsList = ({ query, none, noneAbout }: ActionsListProps) => (
  <Answer query={query}>
    {(actions) =>
      actions.length === 0 ? (
        <Empty title={text(none)} icon="play">
          {text(noneAbout)}
        </Empty>
      ) : (
        <ActionsTable actions={actions} />
      )
    }
  </Answer>
)
