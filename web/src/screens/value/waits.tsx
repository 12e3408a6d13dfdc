import { lazy, Suspense } from 'react'
import { loadTexts } from '../../base/texts/index.ts'
import type { WaitsLineProps } from './waits-line.tsx'

/** Few observables have jobs that wait: the first view does without its code. */
const WaitsLine = lazy(async () => {
  const [{ WaitsLine: line }] = await Promise.all([
    import('./waits-line.tsx'),
    loadTexts(['waits']),
  ])
  return { default: line }
})

export const Waits = (props: WaitsLineProps) => (
  <Suspense fallback={props.otherwise}>
    <WaitsLine {...props} />
  </Suspense>
)
