import { hash } from 'node:crypto'

export interface CachedThing {
  workerId: string
  definitionId: string
  configurationHash: string
  dataType: string
  tlp: number
  pap: number
  /** The value, or the SHA-256 of the file. */
  data: string
  parameters: unknown
}

/** Equal jobs have equal keys, whatever the order of their parameters. */
export function cacheKey(thing: CachedThing): string {
  const parts = [
    thing.workerId,
    thing.definitionId,
    thing.configurationHash,
    thing.dataType,
    thing.tlp,
    thing.pap,
    thing.data,
    sortedKeys(thing.parameters),
  ]
  return hash('sha256', JSON.stringify(parts))
}

/** One text for equal values, whatever the order of their keys. */
export const sortedJson = (value: unknown): string => JSON.stringify(sortedKeys(value))

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, child]) => [key, sortedKeys(child)])
}

/** How long a success is answered again; 0 turns it off. */
export const cacheWindowMs = (jobCacheMinutes: number | null, defaultMs: number): number =>
  jobCacheMinutes === null ? defaultMs : jobCacheMinutes * 60_000
