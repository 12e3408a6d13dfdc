import type { WorkerDefinition } from '@assay/contract'
import { text } from '../../texts/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { callsOf, type Kind } from '../kinds.ts'
import { useUncached } from '../use-uncached.ts'
import { WorkerForm } from './worker-form.tsx'
import type { WorkerFormData } from './worker-values.ts'

interface WorkerDrawerProps {
  kind: Kind
  /** Undefined for an enabled worker that is no longer in the catalogue. */
  definition: WorkerDefinition | undefined
  /** Undefined to enable. */
  workerId: string | undefined
  name: string
  onClose: () => void
}

/** Enables a definition, or edits an enabled worker. What it reads holds secrets and is not cached. */
export function WorkerDrawer({ kind, definition, workerId, name, onClose }: WorkerDrawerProps) {
  const key = `${kind}/${definition?.id}/${workerId}`
  const answer = useUncached(key, (call) => loadForm(kind, definition, workerId, call))
  const title = text(workerId ? 'workers.editTitle' : 'workers.enableTitle', { name })
  if (answer.state === 'ready')
    return <WorkerForm kind={kind} title={title} data={answer.data} onClose={onClose} />
  return (
    <Dialog shape="drawer" title={title} onClose={onClose}>
      {answer.state === 'failed' ? (
        <Failed error={answer.error} onRetry={answer.retry} />
      ) : (
        <Loading lines={8} />
      )}
    </Dialog>
  )
}

async function loadForm(
  kind: Kind,
  definition: WorkerDefinition | undefined,
  workerId: string | undefined,
  call: { signal: AbortSignal },
): Promise<WorkerFormData> {
  const calls = callsOf(kind)
  const baseName = definition?.baseConfig
  const [worker, base, global] = await Promise.all([
    workerId === undefined ? undefined : calls.worker({ id: workerId }, {}, call),
    baseName ? calls.config({ name: baseName }, {}, call) : undefined,
    calls.config({ name: 'global' }, {}, call),
  ])
  return { definition, worker, base, global }
}
