import { isEmpty, type Values } from '../configuration/values.ts'

/**
 * The highest TLP or PAP: the number of a marking, `none` for no check, or empty for the shared
 * value, otherwise the definition's (which the API does not return).
 */
export type Limit = '' | 'none' | `${number}`
export type Marked = 'tlp' | 'pap'

const namesOf = (marked: Marked) => ({ check: `check_${marked}`, max: `max_${marked}` })

export const limitItems = (marked: Marked) => Object.values(namesOf(marked))

function limitIn(values: Values, marked: Marked): Limit {
  const { check, max } = namesOf(marked)
  if (isEmpty(values[check])) return ''
  // A check without a number is one at AMBER; so the server reads it.
  return values[check] === true ? `${Number(values[max] ?? 2)}` : 'none'
}

/** What is shared by all workers, when anything is. */
export const sharedLimit = (global: Values, marked: Marked): Limit => limitIn(global, marked)

export function firstLimit(stored: Values | undefined, global: Values, marked: Marked): Limit {
  const own = limitIn(stored ?? {}, marked)
  return own === limitIn(global, marked) ? '' : own
}

/** The two settings that say it. A limit that was not touched leaves what is stored as it is. */
export function limitValues(
  limit: Limit,
  stored: Values | undefined,
  global: Values,
  marked: Marked,
): Record<string, unknown> {
  const { check, max } = namesOf(marked)
  const pair = (values: Values) => ({
    [check]: values[check] ?? null,
    [max]: values[max] ?? null,
  })
  if (stored && limit === firstLimit(stored, global, marked)) return pair(stored)
  if (limit === '') return pair(global)
  if (limit === 'none') return { [check]: false, [max]: null }
  return { [check]: true, [max]: Number(limit) }
}
