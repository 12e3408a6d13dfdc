/** The work could not be done, and the message says to its reader why. */
export class Failure extends Error {
  override name = 'Failure'
}

/** Ends the job as a failure with this sentence, which the analyst reads in the report. */
export function fail(reason: string): never {
  throw new Failure(reason)
}
