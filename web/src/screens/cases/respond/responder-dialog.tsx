import { lazy, Suspense } from 'react'
import { loadTexts } from '../../../base/texts/index.ts'
import type { RespondDialogProps } from './dialog.tsx'

/** Opened now and then. */
const Dialog = lazy(async () => {
  const [{ RespondDialog: dialog }] = await Promise.all([
    import('./dialog.tsx'),
    loadTexts(['brakes', 'cases']),
  ])
  return { default: dialog }
})

/** What a responder would do with these, then the run, or the request for an approval. */
export const ResponderDialog = (props: RespondDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
