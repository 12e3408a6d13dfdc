import type { Job } from '@assay/contract'
import { api } from '../../base/api.ts'
import { shownValue } from '../../base/model/observable.ts'
import { counted, text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import type { Selection } from '../list/use-selection.ts'
import type { useBulk } from './use-bulk.ts'

interface Deletion {
  selection: Selection<Job>
  bulk: ReturnType<typeof useBulk>
  onDone: () => void
}

/** Deletes the chosen jobs; those that could not be deleted come back. */
export function deleteChosen({ selection, bulk, onDone }: Deletion): void {
  const jobs = selection.chosen
  const send = async () => {
    const { done, refused } = await bulk.run({
      label: text('jobs.deletingNow'),
      items: jobs,
      nameOf: shownValue,
      work: ({ id }) => api.deleteJob({ id }),
    })
    selection.show(refused.map(({ item }) => item))
    if (done.length > 0) {
      showToast({ kind: 'success', message: counted('jobs.deleted', done.length) })
    }
    onDone()
  }
  selection.remove(jobs, { message: counted('jobs.deleting', jobs.length), work: send })
}
