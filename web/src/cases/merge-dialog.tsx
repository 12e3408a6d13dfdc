import type { CaseV1 } from '@assay/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { path } from '../routing/match.ts'
import { navigate } from '../routing/place.ts'
import { counted, text } from '../texts/index.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useAction } from '../use-action.ts'
import { readAgain } from './data.ts'

/** One new case takes everything of the others, which go: opened when it is made. */
export function useMerge() {
  const client = useQueryClient()
  return async (ids: readonly string[]) => {
    const merged = await api.mergeCasesV1({ ids: ids.join(',') })
    await readAgain(client, ['cases', 'tasks', 'alerts'])
    navigate(path`/cases/${merged._id}`)
    showToast({
      kind: 'success',
      message: text('cases.merged', { number: String(merged.number) }),
    })
  }
}

interface MergeDialogProps {
  cases: readonly CaseV1[]
  onClose: () => void
}

export function MergeDialog({ cases, onClose }: MergeDialogProps) {
  const merge = useMerge()
  const { busy, problem, run } = useAction()
  return (
    <ConfirmDialog
      title={counted('cases.mergeTitle', cases.length)}
      confirm={text('cases.merge')}
      kind="primary"
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void run(() => merge(cases.map(({ _id }) => _id)))}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('cases.mergeText')}</p>
      <ul>
        {cases.map(({ _id, number, title }) => (
          <li key={_id}>
            #{number} {title}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
