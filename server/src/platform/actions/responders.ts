import { takesDataType, targetDataType } from '../../domain/response/targets.ts'
import type { PlatformDeps } from '../deps.ts'
import { type MergedWorker, workersOfAll } from '../engines/workers.ts'
import { papOf, type Target, tlpOf } from './targets.ts'

/**
 * Responders that take this type of entity, and may see one with its TLP and PAP. All of an
 * engine are read and chosen from here: engines compare data types byte by byte, while definitions
 * write `thehive:Alert` as well as `thehive:alert`.
 */
export async function respondersFor(
  deps: PlatformDeps,
  organization: string,
  target: Target,
): Promise<MergedWorker[]> {
  const dataType = targetDataType(deps.config.platform.name, target.type)
  const found = await workersOfAll(deps, organization, async (engine) =>
    (await engine.searchWorkers('responder', {})).filter(({ dataTypeList }) =>
      takesDataType(dataTypeList, dataType),
    ),
  )
  return found.filter(({ maxTlp, maxPap }) => maxTlp >= tlpOf(target) && maxPap >= papOf(target))
}
