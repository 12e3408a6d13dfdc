import type { TaskV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { navigate } from '../../../base/routing/location.ts'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { useAction } from '../../../base/use-action.ts'

export function DeleteTaskButton({ task, caseId }: { task: TaskV1; caseId: string }) {
  const [isAsking, setAsking] = useState(false)
  const { busy, problem, run } = useAction()
  const remove = async () => {
    await api.deleteTaskV1({ id: task._id })
    navigate(`${path`/cases/${caseId}`}?tab=tasks`)
    await readAgain(keyOf('tasks'), keyOf('case'))
  }
  return (
    <>
      <Button icon="trash" onClick={() => setAsking(true)}>
        {text('app.delete')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text('cases.deleteTask', { name: task.title })}
          confirm={text('app.delete')}
          busy={busy}
          onCancel={() => setAsking(false)}
          onConfirm={() => void run(remove)}
        >
          <Notice kind="error">{problem?.message}</Notice>
          <p>{text('cases.deleteTaskText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
