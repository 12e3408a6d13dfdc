import type { Artifact } from '@assay/contract'
import { plainValue } from '../../../base/model/observable.ts'

/** What an analyzer found, once, however often it was reported. */
export interface Found {
  id: string
  dataType: string
  data: string | undefined
  attachment: Artifact['attachment']
  /** The strictest of those that were merged. */
  tlp: number
  tags: readonly string[]
  messages: readonly string[]
}

export function mergedArtifacts(artifacts: readonly Artifact[]): Found[] {
  const found = new Map<string, Found>()
  for (const { dataType, data, attachment, tlp, tags, message } of artifacts) {
    const id = `${dataType}\n${attachment?.id ?? data ?? ''}`
    const known = found.get(id)
    found.set(id, {
      id,
      dataType,
      data,
      attachment,
      tlp: Math.max(tlp, known?.tlp ?? 0),
      tags: unique([...(known?.tags ?? []), ...tags]),
      messages: unique([...(known?.messages ?? []), ...(message ? [message] : [])]),
    })
  }
  return [...found.values()]
}

const unique = (values: readonly string[]) => [...new Set(values)]

/** How many of each type, most first. */
export function typeCounts(found: readonly Found[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { dataType } of found) counts.set(dataType, (counts.get(dataType) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, more]) => more - many || a.localeCompare(b))
}

export interface ArtifactFilter {
  /** None means all. */
  types: readonly string[]
  wanted: string
}

export function filtered(found: readonly Found[], { types, wanted }: ArtifactFilter): Found[] {
  const needle = wanted.trim().toLowerCase()
  return found.filter((artifact) => {
    if (types.length > 0 && !types.includes(artifact.dataType)) return false
    if (needle === '') return true
    const texts = [plainValue(artifact), ...artifact.tags, ...artifact.messages]
    return texts.some((text) => text.toLowerCase().includes(needle))
  })
}

/** What can be analyzed next. Files are left out: they would have to be fetched and sent again. */
export const observablesOf = (found: readonly Found[]) =>
  found.flatMap(({ dataType, data }) => (data === undefined ? [] : [{ dataType, data }]))

/** A finding may be marked stricter than the job that found it, never weaker. */
export const strictestTlp = (tlp: number, found: readonly Found[]) =>
  found.reduce((strictest, artifact) => Math.max(strictest, artifact.tlp), tlp)
