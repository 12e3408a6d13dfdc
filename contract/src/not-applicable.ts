/**
 * Why an analyzer has nothing to say about an observable: it could not be answered by anyone. The job is a `Failure`
 * with a message, as clients of the original API expect, but not counted as one.
 */
export const notApplicableKinds = ['special-use-name', 'reserved-address', 'other'] as const
export type NotApplicableKind = (typeof notApplicableKinds)[number]
