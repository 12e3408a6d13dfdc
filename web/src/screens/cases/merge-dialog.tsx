import type { CaseV1 } from '@assay/contract'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { defangText } from '../../base/model/defang.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'

/** One new case takes everything of the others, which go: opened when it is made. */
export async function mergeCases(ids: readonly string[]) {
  const merged = await api.mergeCasesV1({ ids: ids.join(',') }, { description: 'keep' })
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
