import { lazy, Suspense } from 'react'
import type { WaitsLineProps } from './waits-line.tsx'

/** Few observables have jobs that wait: the first view does without its code. */
const WaitsLine = lazy(async () => ({ default: (await import('./waits-line.tsx')).WaitsLine }))

export const Waits = (props: WaitsLineProps) => (
  <Suspense fallback={props.otherwise}>
    <WaitsLine {...props} />
  </Suspense>
)
