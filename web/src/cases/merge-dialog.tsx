import type { CaseV1 } from '@assay/contract'
import { api } from '../api.ts'
import { readAgain } from '../data/cache.ts'
import { keyOf } from '../data/keys.ts'
import { defangText } from '../model/defang.ts'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import { counted, text } from '../texts/index.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useAction } from '../use-action.ts'

/** One new case takes everything of the others, which go: opened when it is made. */
export async function mergeCases(ids: readonly string[]) {
  const merged = await api.mergeCasesV1({ ids: ids.join(',') })
  await readAgain(keyOf('cases'), keyOf('tasks'), keyOf('alerts'))
  navigate(path`/cases/${merged._id}`)
  showToast({
    kind: 'success',
    message: text('cases.merged', { number: String(merged.number) }),
  })
}

interface MergeDialogProps {
  cases: readonly CaseV1[]
  onClose: () => void
}

export function MergeDialog({ cases, onClose }: MergeDialogProps) {
  const { busy, problem, run } = useAction()
  return (
    <ConfirmDialog
      title={counted('cases.mergeTitle', cases.length)}
      confirm={text('cases.merge')}
      kind="primary"
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void run(() => mergeCases(cases.map(({ _id }) => _id)))}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('cases.mergeText')}</p>
      <ul>
        {cases.map(({ _id, number, title }) => (
          <li key={_id}>
            #{number} {defangText(title)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
