/**
 * How much one shared value says: next to nothing when every case holds it, much when only one
 * does. `total` is the number of all cases, `holders` of those with the value.
 *
 * `cases/similar.ts` says the same in SQL, so a value of ten thousand cases stays in the database;
 * tests compare the two.
 */
export const rarity = (total: number, holders: number): number => Math.log((total + 1) / holders)

/** The score of a case is the sum over the values that it shares, each counted once. */
export const similarityScore = (total: number, holders: readonly number[]): number =>
  rounded(holders.reduce((sum, count) => sum + rarity(total, count), 0))

/** Databases and JavaScript add in another order; beyond the third decimal it is noise. */
export const rounded = (score: number): number => Math.round(score * 1_000) / 1_000

/** Results of one answer. They come best first, so what is cut off resembles least. */
export const maxSimilar = 1_000

/**
 * Of a value that more hold, only the newest so many are looked at, and they count as so many: a value
 * like that says next to nothing, and what it costs must not grow with the table.
 */
export const maxHolders = 2_000

/** More cases than this count as this many. */
export const maxCounted = 10_000

/** Shared observables that are shown with one result; the counts count them all. */
export const maxShared = 50

/** Sort fields of results, in addition to the fields of the case or alert as `case.<field>`. */
export const similarityKeys = [
  'score',
  'similarObservableCount',
  'observableCount',
  'similarIocCount',
  'iocCount',
] as const
export type SimilarityKey = (typeof similarityKeys)[number]
