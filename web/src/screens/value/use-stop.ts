import type { ValueDetail } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { counted, text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { progressOf } from './progress.ts'

/** Ends all jobs on the observable, and remembers how far they were. */
export function useStop(found: ValueDetail | undefined) {
  const { analyze } = useRights()
  const { user } = useSession()
  const [isStopping, setStopping] = useState(false)
  const [stopped, setStopped] = useState<string>()
  const isRunning = (found?.running.length ?? 0) > 0

  async function stop(): Promise<void> {
    if (!found || isStopping) return
    const { done, asked } = progressOf(found)
    setStopping(true)
    const ended = await Promise.allSettled(
      found.running.map(({ jobId }) => api.deleteJob({ id: jobId })),
    )
    const failed = ended.filter(({ status }) => status === 'rejected').length
    if (failed > 0) showToast({ kind: 'error', message: counted('value.notStopped', failed) })
    setStopped(text('value.stoppedBy', { done, asked, login: user.id }))
    await readAgain(keyOf('value'))
    setStopping(false)
  }

  return {
    stop: analyze && isRunning ? stop : undefined,
    isStopping,
    stopped: isRunning ? undefined : stopped,
    forget: () => setStopped(undefined),
  }
}

export type Stopping = ReturnType<typeof useStop>
