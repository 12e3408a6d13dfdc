import { queryOptions } from '@tanstack/react-query'
import { keyOf } from './keys.ts'
import { countQuery } from './query.ts'
import { allOf, filterSteps, is, listStep } from './steps.ts'

/** Neither read nor in a case. */
export const newAlerts = allOf([is('read', false), is('imported', false)])

/*
 * What several parts of a view show at once. A part that computes with such a number reads it with
 * `fetchQuery`, which waits for a request that is on its way instead of sending another.
 */
const justRead = 1_000

export const newAlertCount = queryOptions({
  queryKey: keyOf('alerts', 'count', 'new'),
  queryFn: () => countQuery([listStep('Alert'), ...filterSteps(newAlerts)]),
  staleTime: justRead,
})

export const openCaseCount = queryOptions({
  queryKey: keyOf('cases', 'count', 'open'),
  queryFn: () => countQuery([listStep('Case'), ...filterSteps(is('status', 'Open'))]),
  staleTime: justRead,
})
