import type { TaskV0 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { nextRow } from '../../base/ui/next-row.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { changeTask } from './use-tasks.ts'

/** Take it, and when it is done, close it; both can be taken back. */
export function TaskButtons({ task }: { task: TaskV0 }) {
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const isMine = task.owner === user.id

  const change = async (wanted: Parameters<typeof changeTask>[1], message: string) => {
    const goOn = nextRow()
    setBusy(true)
    const worked = await attempt(() => changeTask(task.id, wanted))
    setBusy(false)
    if (!worked) return
    goOn()
    const before = { owner: task.owner ?? null, status: task.status }
    showToast({
      kind: 'success',
      message,
      action: {
        label: text('app.undo'),
        onPress: () => void attempt(() => changeTask(task.id, before)),
      },
    })
  }
  const take = () =>
    change({ owner: user.id, status: 'InProgress' }, text('tasks.taken', { title: task.title }))
  const close = () => change({ status: 'Completed' }, text('tasks.closed', { title: task.title }))

  return (
    <div className="buttons">
      {(task.status === 'Waiting' || !isMine) && (
        <Button size="small" busy={busy} onClick={() => void take()}>
          {text(isMine ? 'tasks.start' : 'tasks.take')}
          <span className="visually-hidden"> {task.title}</span>
        </Button>
      )}
      <Button size="small" icon="check" busy={busy} onClick={() => void close()}>
        {text('tasks.close')}
        <span className="visually-hidden"> {task.title}</span>
      </Button>
    </div>
  )
}
