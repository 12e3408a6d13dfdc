import type { ImageRules } from '../../domain/images.ts'
import type { EngineDeps } from '../deps.ts'

/** Which images may run now: what the operator allows, and what the catalog currently names. */
export const imageRules = ({
  catalogue,
  config: { docker },
}: Pick<EngineDeps, 'catalogue' | 'config'>): ImageRules => ({
  patterns: docker.images,
  prefix: docker.imageRegistryPrefix,
  named: new Set(
    (['analyzer', 'responder'] as const).flatMap((type) =>
      catalogue.definitions(type).flatMap(({ dockerImage }) => dockerImage ?? []),
    ),
  ),
})
