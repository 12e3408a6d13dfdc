import type { ObjectType } from '@assay/contract'
import { queryClient } from '../queries.ts'
import { type Key, staleAfter } from './keys.ts'

/** Reads again whatever begins with these keys; the promise ends when it is on the screen. */
export const readAgain = (...stale: readonly Key[]) =>
  Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** This page changed such things: shown at once, whether or not the event of it arrives. */
export const changed = (...types: readonly ObjectType[]) =>
  readAgain(...types.flatMap((type) => staleAfter(type)))
