import { resolve } from 'node:path'
import type { Configuration } from './items.ts'
import type { ResourceLocation } from './resources.ts'

/**
 * For running an analyzer on your own machine (`assay scan`, `npm run try`, tests): there a setting
 * names a path that the same person could read anyway. The engine of a server never calls this.
 */
export function localResources(
  configuration: Configuration,
  config: Readonly<Record<string, unknown>>,
): Record<string, ResourceLocation> {
  const paths = Object.entries(configuration)
    .filter(([, { type }]) => type === 'resource')
    .flatMap(([name]) => config[name] ?? [])
    .filter((value) => typeof value === 'string')
  return Object.fromEntries(paths.map((path) => [path, { name: path, path: resolve(path) }]))
}
