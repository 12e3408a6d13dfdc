import type { Definition } from './definition.ts'
import { anyNeeds, defaultPool, needsOf, processNeeds } from './needs.ts'

/** Kinds of runners as they are in `needs`. */
export type RunnerKind = string

/**
 * What a node accepts: its labels times the runners that work there, for programs each definition
 * that it has.
 */
export function acceptedWays(
  labels: readonly string[],
  runners: readonly RunnerKind[],
  programs: readonly string[],
): string[] {
  // A cluster runs images, as a Docker engine does.
  const kinds = new Set(runners.map((kind) => (kind === 'kubernetes' ? 'docker' : kind)))
  const ways = labels.flatMap((label) =>
    [...kinds].flatMap((kind) =>
      kind === 'process'
        ? programs.map((definitionId) => processNeeds(definitionId, label))
        : // A cluster runs images, as a Docker engine does.
          [`${label}/${kind === 'kubernetes' ? 'docker' : kind}`],
    ),
  )
  return [...(labels.includes(defaultPool) ? [anyNeeds] : []), ...new Set(ways)]
}

/** Kinds of runners that some node has for a definition, in whatever pool. */
export function runnersOffered(offered: readonly string[]): (definition: Definition) => string[] {
  const known = new Set(offered.map(withoutPool))
  return (definition) =>
    needsOf({ ...definition, definitionId: definition.id })
      .split('|')
      .flatMap((way) => (known.has(withoutPool(way)) ? (way.split('/')[1] ?? []) : []))
}

const withoutPool = (way: string) => way.slice(way.indexOf('/'))

/**
 * Jobs of a worker with a limit wait under a separate name, so only a node that has counted claims
 * them, and no other scans past them.
 */
export const poolOf = (worker: {
  id: string
  pool: string | null
  max_concurrent: number | null
}): string => {
  const pool = worker.pool ?? defaultPool
  return worker.max_concurrent === null ? pool : `${pool}#${worker.id}`
}

/** The same needs without the name of a limited worker. */
export const plainNeeds = (needs: string) => needs.replaceAll(/#[^/]*/g, '')

/** "a node with docker", "a node with docker or the program of Echo_1_0 in the pool gpu". */
export function describeNeeds(needs: string): string {
  const ways = plainNeeds(needs)
    .split('|')
    .map((way) => way.split('/'))
  const pool = ways[0]?.[0] ?? defaultPool
  const things = ways.map(([, kind = 'any', id]) => (id ? `the program of ${decoded(id)}` : kind))
  const wanted = things.every((thing) => thing === 'any')
    ? 'a node'
    : `a node with ${things.join(' or ')}`
  return pool === defaultPool ? wanted : `${wanted} in the pool ${pool}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
