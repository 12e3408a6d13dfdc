import { useEffect, useRef } from 'react'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { problemOf } from '../../../base/problem.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { callsOf, type Kind } from '../kinds.ts'

/** The server responds before it has read the catalog, so the list is polled a few times. */
const looksAfterMs = [500, 2_000, 6_000, 15_000]

export function RefreshButton({ kind }: { kind: Kind }) {
  const { busy, run } = useAction()
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])

  async function scan() {
    try {
      await callsOf(kind).scan()
    } catch (error) {
      showToast({ kind: 'error', message: problemOf(error).message })
      return
    }
    showToast({ kind: 'info', message: text('workers.scanning') })
    timers.current.forEach(clearTimeout)
    timers.current = looksAfterMs.map((ms) =>
      setTimeout(() => {
        void readAgain(keyOf('definitions'), keyOf('configurations'), keyOf(`${kind}s`))
      }, ms),
    )
  }

  return (
    <Button size="small" icon="refresh" busy={busy} onClick={() => void run(scan)}>
      {text('workers.refresh')}
    </Button>
  )
}
