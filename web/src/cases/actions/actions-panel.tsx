import { text } from '../../texts/index.ts'
import { Answer, Empty } from '../../ui/states.tsx'
import { ActionsTable } from './actions-table.tsx'
import { type Target, useActions } from './data.ts'

/** Responders that were run on one thing; their rows move on by themselves. */
export function ActionsPanel({ target }: { target: Pick<Target, 'type' | 'id'> }) {
  const actions = useActions(target)
  return (
    <Answer query={actions}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={text('cases.noActions')} icon="play">
            {text('cases.noActionsAbout')}
          </Empty>
        ) : (
          <ActionsTable actions={rows} />
        )
      }
    </Answer>
  )
}
