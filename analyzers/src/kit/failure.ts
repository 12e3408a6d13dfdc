import type { NotApplicableKind } from '@assay/contract'

/** The work could not be done, and the message says to its reader why. */
export class Failure extends Error {
  override name = 'Failure'
}

/** Ends the job as a failure with this sentence, which the analyst reads in the report. */
export function fail(reason: string): never {
  throw new Failure(reason)
}

/** The observable is not for this analyzer: a failure on the wire, and counted apart from them. */
export class NotApplicable extends Failure {
  readonly kind: NotApplicableKind

  constructor(kind: NotApplicableKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Of what no one could answer, such as who owns a private address. Not of input that is damaged or of another type. */
export function notApplicable(kind: NotApplicableKind, reason: string): never {
  throw new NotApplicable(kind, reason)
}
