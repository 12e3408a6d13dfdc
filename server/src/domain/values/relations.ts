import { type RelationKind, relationKinds } from '@assay/contract'

/** Anything else is only "found in" the other. */
export const relationKind = (given: string | undefined): RelationKind | null =>
  relationKinds.find((kind) => kind === given) ?? null
