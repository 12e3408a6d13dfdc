import { readAgain } from '../data/cache.ts'
import { keyOf } from '../data/keys.ts'
import { isFinal } from '../model/statuses.ts'
import { useCalmEvents } from './use-calm-events.ts'

const pauseMs = 1500

/** A job that ends may change the verdict of a visible value. Jobs end all the time: throttled. */
export const useLiveVerdicts = () =>
  useCalmEvents({
    isWanted: (event) => 'jobId' in event && isFinal(event.status),
    pauseMs: () => pauseMs,
    work: () => void readAgain(keyOf('verdicts'), keyOf('alertFacts'), keyOf('story')),
  })
