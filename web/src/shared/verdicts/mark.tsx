import { lazy, Suspense } from 'react'
import { loadTexts } from '../../base/texts/index.ts'
import type { MarkDialogProps } from './mark-dialog.tsx'

export type { Markable } from './marks.ts'

/** Opened now and then. */
const Dialog = lazy(async () => {
  const [{ MarkDialog: dialog }] = await Promise.all([
    import('./mark-dialog.tsx'),
    loadTexts(['mark']),
  ])
  return { default: dialog }
})

/** To mark one observable, or up to 200 of a selection. */
export const MarkDialog = (props: MarkDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
