import type { RelationKind } from '@assay/contract'

export const levels = ['info', 'safe', 'suspicious', 'malicious'] as const

/**
 * - `info` states a fact and judges nothing: the normal level.
 * - `safe` is for what is positively known to be harmless, not for "found nothing".
 * - `suspicious` means that a person should look.
 * - `malicious` means that the finding alone is proof: an EICAR hash, a hit on a block list.
 */
export type Level = (typeof levels)[number]

export interface Taxonomy {
  readonly level: Level
  readonly namespace: string
  readonly predicate: string
  readonly value: string | number
}

/** A short finding: `Hash:Algorithm="MD5"`. Shown as a badge, so a few words at most. */
export const taxonomy = (
  level: Level,
  namespace: string,
  predicate: string,
  value: string | number | boolean,
): Taxonomy => ({
  level,
  namespace,
  predicate,
  value: typeof value === 'boolean' ? String(value) : value,
})

/** The one that decides the verdict; `info` when there is none. */
export const worstLevel = (taxonomies: readonly { readonly level: Level }[]): Level =>
  taxonomies.reduce<Level>(
    (worst, { level }) => (levels.indexOf(level) > levels.indexOf(worst) ? level : worst),
    'info',
  )

interface ArtifactExtras {
  readonly message?: string
  readonly tags?: readonly string[]
  /** That of the observable unless given. */
  readonly tlp?: number
  /** What it is to the observable, for the graph of relations; without it it is "found in" it. */
  readonly kind?: RelationKind
}

export interface DataArtifact extends ArtifactExtras {
  readonly dataType: string
  readonly data: string
}

/** Made by `job.fileArtifact`, which has written its bytes into the output folder. */
export interface FileArtifact extends ArtifactExtras {
  readonly dataType: 'file'
  readonly file: string
  readonly filename: string
  readonly contentType?: string
  /** In the archive or notebook that it was in, with its folders; only `assay scan` reads it. */
  readonly path?: string
}

export type Artifact = DataArtifact | FileArtifact
export type { ArtifactExtras }

/** An observable that was found while looking at another one. */
export const artifact = (
  dataType: string,
  data: string,
  extras: ArtifactExtras = {},
): DataArtifact => ({ dataType, data, ...extras })
