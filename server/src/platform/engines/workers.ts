import { type Namespace, namespaces } from '@assay/contract'
import type { EngineWorker } from '../../domain/response/engine-answers.ts'
import type { PlatformDeps } from '../deps.ts'
import type { EngineCalls } from './calls.ts'

export interface MergedWorker extends EngineWorker {
  /** Names of the engines that have one of this name. */
  readonly engines: readonly string[]
}

/**
 * Asks every engine that the organization may use. One that fails contributes nothing; one worker
 * of several engines is one, by name, with the words of the first.
 */
export async function workersOfAll(
  { engines, log }: PlatformDeps,
  organization: string,
  question: (calls: EngineCalls) => Promise<readonly EngineWorker[]>,
): Promise<MergedWorker[]> {
  const servers = engines.availableTo(organization)
  const answers = await Promise.all(
    servers.map((server) =>
      question(server.as(organization)).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : 'unknown'
        log.warn({ engine: server.name, reason }, 'failed to list the workers of an engine')
        return []
      }),
    ),
  )
  const merged = new Map<string, EngineWorker & { engines: string[] }>()
  for (const [index, workers] of answers.entries()) {
    const engine = servers[index]?.name ?? ''
    for (const worker of workers) {
      const known = merged.get(worker.name)
      if (!known) merged.set(worker.name, { ...worker, engines: [engine] })
      else if (!known.engines.includes(engine)) known.engines.push(engine)
    }
  }
  return [...merged.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Either dialect: the two differ in the name of one key. */
export interface WorkerView extends Omit<EngineWorker, 'dataTypeList' | 'maxTlp' | 'maxPap'> {
  dataTypeList: string[]
  engineIds: string[]
  cortexIds: string[]
}

export function workerView(worker: MergedWorker, namespace: Namespace): WorkerView {
  const { id, name, version, description, dataTypeList, engines } = worker
  const shown = { id, name, version, description, dataTypeList: [...dataTypeList] }
  // Only the name of the requested namespace is in it, so it has the type of that one.
  return { ...shown, [namespaces[namespace].engines]: [...engines] } as WorkerView
}
