import type { IsSuffix } from '../../domain/protection/match.ts'

let loading: Promise<IsSuffix> | undefined

/** The list of public suffixes is long, and most servers never ask it. */
export const publicSuffixes = (): Promise<IsSuffix> => {
  loading ??= import('@assay/analyzers/public-suffix').then(({ isPublicSuffix }) => isPublicSuffix)
  return loading
}
