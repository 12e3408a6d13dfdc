import type { WorkerDefinition } from '@assay/contract'
import { onConflict } from '../../../base/on-conflict.ts'
import { text } from '../../../base/texts/index.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { firstValues, type WorkerFormData, workerInput } from './worker-values.ts'

/** Everything that the form of a worker is filled with. It holds secrets, so it is not cached. */
export async function loadForm(
  kind: Kind,
  definition: WorkerDefinition | undefined,
  workerId: string | undefined,
  call: { signal?: AbortSignal } = {},
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

/** With what is shared and the defaults, as its form would start. */
export async function switchOn(kind: Kind, definition: WorkerDefinition): Promise<void> {
  const data = await loadForm(kind, definition, undefined)
  const enabled = callsOf(kind).enable({ id: definition.id }, workerInput(data, firstValues(data)))
  await onConflict(enabled, { name: text('workers.nameTaken') })
}
