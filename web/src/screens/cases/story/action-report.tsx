import type { StoryEntry } from '@assay/contract'
import { useState } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { ActionDetail } from '../actions/action-detail.tsx'
import { type TargetType, useActions } from '../actions/data.ts'

const types: Readonly<Record<string, TargetType>> = {
  Case: 'case',
  Task: 'case_task',
  Observable: 'case_artifact',
  Alert: 'alert',
}

/** The responder's full output. */
export function ActionReport({ entry }: { entry: StoryEntry }) {
  const [isOpen, setOpen] = useState(false)
  const type = types[entry.object?.type ?? '']
  if (!entry.object || !type) return null
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        icon={isOpen ? 'up' : 'down'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text('cases.report')}
      </Button>
      {isOpen && <Report id={entry.id} target={{ type, id: entry.object.id }} />}
    </>
  )
}

function Report({ id, target }: { id: string; target: { type: TargetType; id: string } }) {
  return (
    <Answer query={useActions(target)}>
      {(actions) => {
        const action = actions.find(({ _id }) => _id === id)
        return action ? <ActionDetail action={action} /> : null
      }}
    </Answer>
  )
}
