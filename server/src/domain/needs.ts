/**
 * What a job needs of the node that runs it, as one short text: pool and kind of runner, for programs
 * also which program. Alternatives are joined by `|`, and a node with one of them is enough:
 * `default/process/MaxMind_GeoIP_4_0|default/docker`.
 */
export interface Offered {
  readonly definitionId: string
  readonly command: string | null
  readonly dockerImage: string | null
  readonly builtin: string | null
}

export const defaultPool = 'default'

/** Of jobs from before there were needs, and of workers that offer nothing: every node takes them. */
export const anyNeeds = `${defaultPool}/any`

export function needsOf(worker: Offered, pool = defaultPool): string {
  const ways = [
    ...(worker.builtin === null ? [] : [`${pool}/builtin`]),
    ...(worker.command === null ? [] : [processNeeds(worker.definitionId, pool)]),
    ...(worker.dockerImage === null ? [] : [`${pool}/docker`]),
  ]
  return ways.length > 0 ? ways.join('|') : `${pool}/any`
}

/** `|` separates the alternatives and `*` ends a prefix; an id has neither here, whatever it holds. */
export const processNeeds = (definitionId: string, pool = defaultPool) =>
  `${pool}/process/${encodeURIComponent(definitionId).replaceAll('*', '%2A')}`

/**
 * What a node accepts, as texts to look for in `|needs|`. An entry is one way, or the beginning of
 * some: `default/process/*`.
 */
export const acceptedParts = (accepts: readonly string[]): string[] =>
  accepts.map((way) => (way.endsWith('*') ? `|${way.slice(0, -1)}` : `|${way}|`))

export const isAccepted = (needs: string, accepts: readonly string[]): boolean =>
  acceptedParts(accepts).some((part) => `|${needs}|`.includes(part))
