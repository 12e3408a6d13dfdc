import type { ClusterNode } from '@assay/contract'
import { api } from '../api.ts'
import { readAgain } from '../data/cache.ts'
import { keyOf } from '../data/keys.ts'
import { counted, text } from '../texts/index.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useAction } from '../use-action.ts'
import type { NodeTask } from './node-columns.tsx'

interface DrainDialogProps {
  node: ClusterNode
  task: NodeTask
  /** No other node claims jobs. */
  isLast: boolean
  onClose: () => void
}

export function DrainDialog({ node, task, isLast, onClose }: DrainDialogProps) {
  const { busy, problem, run } = useAction()
  const { id, name, running } = node

  async function proceed() {
    if (task === 'drain') await api.drainNode({ id })
    else await api.resumeNode({ id })
    await readAgain(keyOf('nodes'))
    showToast({
      kind: 'success',
      message: text(task === 'drain' ? 'nodes.isDraining' : 'nodes.isResumed', { name }),
    })
    onClose()
  }

  return (
    <ConfirmDialog
      title={text(task === 'drain' ? 'nodes.drainTitle' : 'nodes.resumeTitle', { name })}
      confirm={text(`nodes.${task}`)}
      kind={task === 'drain' ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={() => void run(proceed)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      {task === 'drain' ? (
        <>
          <p>{counted('nodes.drainEffect', running)}</p>
          {isLast && <p>{text('nodes.drainLast')}</p>}
        </>
      ) : (
        <p>{text('nodes.resumeEffect')}</p>
      )}
    </ConfirmDialog>
  )
}
