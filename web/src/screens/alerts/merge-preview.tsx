import type { MergePreview } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Notice } from '../../base/ui/notice.tsx'
import { CasePicker } from '../../shared/response/case-picker.tsx'

/** What other organizations will see of the alerts in the case. */
export function useMergePreview(caseId: string | undefined, alertIds: readonly string[]) {
  const { data, refetch } = useQuery({
    queryKey: keyOf('mergePreview', caseId, alertIds),
    queryFn: ({ signal }) =>
      api.previewAlertMerge({ caseId: caseId ?? '', alertIds: [...alertIds] }, { signal }),
    enabled: caseId !== undefined,
    // A share may have come since the dialog was open before.
    gcTime: 0,
  })
  return {
    preview: data,
    /**
     * A quick reader answers before it is here. False: other organizations will see something that was
     * not on the screen when the answer was given, so it is asked again.
     */
    isKnown: async () => {
      if (data) return true
      const { data: late } = await refetch({ cancelRefetch: false, throwOnError: true })
      return late?.guests.length === 0
    },
  }
}

interface MergeAboutProps {
  preview: MergePreview | undefined
  alertCount: number
}

/** What a merge does; of a shared case, what guests get to see. */
export function MergeAbout({ preview, alertCount }: MergeAboutProps) {
  const guests = preview?.guests ?? []
  return (
    <>
      {guests.length === 0 && <p className="dialog-lead">{text('alerts.mergeAbout')}</p>}
      <Notice kind="warning">
        {guests.length > 0 && (
          <>
            <p>{counted('alerts.mergeShared', alertCount)}</p>
            <ul>
              {guests.map(({ organisationName: organization, observables }) => (
                <li key={organization}>
                  {observables > 0
                    ? counted('alerts.guestSees', observables, { organization })
                    : text('alerts.guestSeesNothing', { organization })}
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </>
  )
}

interface MergePickerProps {
  alertIds: readonly string[]
  onMerge: (caseId: string) => Promise<unknown>
  onClose: () => void
}

/** Merges alerts into a case that is looked for. */
export function MergePicker({ alertIds, onMerge, onClose }: MergePickerProps) {
  const [caseId, setCaseId] = useState<string>()
  const { preview, isKnown } = useMergePreview(caseId, alertIds)
  return (
    <CasePicker
      title={counted('alerts.mergeTitle', alertIds.length)}
      confirm={text('alerts.mergeConfirm')}
      onChoose={({ _id }) => setCaseId(_id)}
      onPick={async ({ _id }) => {
        if (await isKnown()) await onMerge(_id)
      }}
      onClose={onClose}
    >
      <MergeAbout preview={preview} alertCount={alertIds.length} />
    </CasePicker>
  )
}
