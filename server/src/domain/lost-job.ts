/** How often an analyzer is started before its job fails: a silent end gets one more try. */
const maxAttempts = 2

export type LostJobFate = { next: 'Waiting' } | { next: 'Failure'; message: string }

/**
 * What happens to a job whose process vanished while it ran. An analyzer only reads, so it may be
 * repeated once; a responder acts, and it is unknown whether it already did.
 */
export function fateOfLostJob(type: 'analyzer' | 'responder', attempts: number): LostJobFate {
  // guard: server/test/engine/lost-jobs.test.ts
  if (type === 'responder')
    return {
      next: 'Failure',
      message:
        'The server stopped while this responder was running. It was not restarted because it ' +
        'may already have acted. Check, and run it again if needed.',
    }
  // guard (open = true): server/test/engine/lost-jobs.test.ts
  if (attempts < maxAttempts) return { next: 'Waiting' }
  return {
    next: 'Failure',
    message: `The server stopped ${attempts} times while this analyzer was running; giving up.`,
  }
}

/** Of one that was stopped because its process could not know any more whether it was to run it. */
export const stoppedResponder =
  'The server lost its database while this responder was running, and stopped it. It may already have ' +
  'acted. Check, and run it again if needed.'

/** Of one that had not ended when a backup was made. */
export const restoredResponder =
  'This responder had not ended when the backup was made that was restored. It may have acted since. ' +
  'Check, and run it again if needed.'
