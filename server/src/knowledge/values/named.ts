import type { ValueName } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import { type NamedValue, normalised, textHashes, valueKey } from '../../domain/values/key.ts'

/** A value that a caller names, with what finds it in the tables. */
export interface Wanted {
  readonly value: NamedValue
  readonly key: string
  /** In `observables.value_hash`, `jobs.data_hash` or the hash of a file. */
  readonly hashes: readonly string[]
  readonly isFile: boolean
}

export function wantedOf({ dataType, data, hash }: ValueName): Wanted {
  if ((data === undefined) === (hash === undefined))
    throw badRequest('Send either data or, for a file, its hash (SHA-256)')
  const value =
    hash === undefined ? { dataType, data: data ?? '' } : { dataType, hash: hash.toLowerCase() }
  return {
    value,
    key: valueKey(value),
    hashes: textHashes(value),
    isFile: hash !== undefined,
  }
}

/** As it leaves: a text in its usual spelling. */
export const shownName = ({ value }: Wanted): ValueName =>
  'hash' in value ? value : { ...value, data: normalised(value.dataType, value.data) }
