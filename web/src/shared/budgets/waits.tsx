import type { JobWaits } from '@assay/contract'
import { counted, text } from '../../base/texts/index.ts'
import { useNow } from '../../base/ui/time.tsx'
import { startWords } from './words.ts'

/** "starts in about 3 min", and what holds it up: "VirusTotal, 11 jobs before it". */
export function Waits({ waits, isShort = false }: { waits: JobWaits; isShort?: boolean }) {
  const now = useNow(1_000)
  const start = startWords(waits, now)
  if (isShort) return <>{start}</>
  return (
    <span className="waits">
      <strong>{start}</strong>{' '}
      <span className="muted">
        {waits.before === 0
          ? text('starts.next', { name: waits.name })
          : counted('starts.before', waits.before, { name: waits.name })}
      </span>
    </span>
  )
}
