import type { ClusterNode } from '@assay/contract'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { counted, text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
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
