import type { Artifact } from '@assay/contract'

export interface ArtifactChanges {
  readonly added: readonly Artifact[]
  readonly removed: readonly Artifact[]
  readonly same: readonly Artifact[]
}

const keyOf = ({ dataType, data, attachment }: Artifact) =>
  JSON.stringify([dataType, attachment?.id ?? data])

/** Artifacts are the same when type and value are; one that was found twice counts once. */
export function compareArtifacts(
  before: readonly Artifact[],
  after: readonly Artifact[],
): ArtifactChanges {
  const old = new Map(before.map((artifact) => [keyOf(artifact), artifact]))
  const fresh = new Map(after.map((artifact) => [keyOf(artifact), artifact]))
  const pick = (from: typeof old, isWanted: (key: string) => boolean) =>
    [...from].filter(([key]) => isWanted(key)).map(([, artifact]) => artifact)
  return {
    added: pick(fresh, (key) => !old.has(key)),
    removed: pick(old, (key) => !fresh.has(key)),
    same: pick(fresh, (key) => old.has(key)),
  }
}
