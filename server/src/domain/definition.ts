import type { CatalogueEntry } from '@assay/contract'

export type WorkerType = 'analyzer' | 'responder'

/** A catalog entry as the engine uses it; callers see a part of it. */
export interface Definition extends CatalogueEntry {
  readonly type: WorkerType
  /** Name and version with dots as underscores. */
  readonly id: string
  /** Absolute path of the program, and the catalog root in which it is started. */
  readonly command: string | null
  readonly workingFolder: string | null
  readonly dockerImage: string | null
  /** It asks others about the observable; absent where its definition does not say so. */
  readonly needsNetwork?: true
  /** Name of a built-in analyzer or responder. */
  readonly builtin: string | null
}
