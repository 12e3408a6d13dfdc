import type { EngineAction } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type TextKey, text } from '../../texts/index.ts'
import { Answer, Empty } from '../../ui/states.tsx'
import { ActionsTable } from './actions-table.tsx'

interface ActionsListProps {
  query: UseQueryResult<EngineAction[]>
  none: TextKey
  noneAbout: TextKey
  /** What each was run on, where that is not plain. */
  objectOf?: (action: EngineAction) => ReactNode
}

/** What responders did, newest first; the rows move on by themselves. */
export const ActionsList = ({ query, none, noneAbout, objectOf }: ActionsListProps) => (
  <Answer query={query}>
    {(actions) =>
      actions.length === 0 ? (
        <Empty title={text(none)} icon="play">
          {text(noneAbout)}
        </Empty>
      ) : (
        <ActionsTable actions={actions} {...(objectOf && { objectOf })} />
      )
    }
  </Answer>
)
