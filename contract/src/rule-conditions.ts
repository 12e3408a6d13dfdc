import { isObject } from './objects.ts'

/** One condition of a rule: what it is about, and a search that holds for exactly this. */
export interface RuleCondition {
  readonly filter: Record<string, unknown>
  /** Undefined for what is no plain comparison. */
  readonly field: string | undefined
  /** The relative whose field it is: `alert` of `{"_parent": {"_type": "alert", …}}`. */
  readonly of: string | undefined
  readonly comparison: string
  readonly wanted: readonly string[]
}

/** The conditions that must all hold, in their order; what is joined by `_or` or `_not` is one of them. */
export function conditionsOf(filter: unknown): RuleCondition[] {
  if (!isObject(filter)) return []
  if (Object.hasOwn(filter, '_field')) return [compared('is', filter, filter)]
  return Object.entries(filter).flatMap(([name, operand]) => fromEntry(name, operand))
}

function fromEntry(name: string, operand: unknown): RuleCondition[] {
  const whole = { [name]: operand }
  switch (name) {
    case '_any':
    case '_string':
      return []
    case '_and':
      return Array.isArray(operand) ? operand.flatMap(conditionsOf) : []
    case '_parent':
    case '_child': {
      if (!isObject(operand) || !isObject(operand._query)) return [other(name, whole)]
      const type = String(operand._type)
      const inner = conditionsOf(operand._query)
      if (name === '_parent' && inner.length === 0) return [within(type, whole)]
      // Several conditions about children need not hold for the same child.
      if (name === '_child' && inner.length !== 1) return [other(name, whole)]
      return inner.map((one) => ({
        ...one,
        of: one.of ?? type,
        filter: { [name]: { _type: operand._type, _query: one.filter } },
      }))
    }
    case '_or':
    case '_not':
    case '_id':
    case '_between':
      return [other(name, whole)]
    default:
      break
  }
  if (!name.startsWith('_')) return [compared('is', { _field: name, _value: operand }, whole)]
  if (!isObject(operand)) return [compared(name.slice(1), { _field: operand }, whole)]
  if (Object.hasOwn(operand, '_field')) return [compared(name.slice(1), operand, whole)]
  return Object.entries(operand).map(([field, value]) =>
    compared(name.slice(1), { _field: field, _value: value }, { [name]: { [field]: value } }),
  )
}

const compared = (
  comparison: string,
  { _field, _value, _values }: Record<string, unknown>,
  filter: Record<string, unknown>,
): RuleCondition => ({
  filter,
  field: typeof _field === 'string' ? _field : undefined,
  of: undefined,
  comparison: comparison === 'eq' ? 'is' : comparison,
  wanted: (Array.isArray(_value) ? _value : Array.isArray(_values) ? _values : [_value])
    .filter((value) => value !== undefined)
    .slice(0, 20)
    .map((value) => String(value).slice(0, 200)),
})

/** Whatever the alert or case around it is like: that there is one is the condition. */
const within = (type: string, filter: Record<string, unknown>): RuleCondition => ({
  filter,
  field: undefined,
  of: type,
  comparison: 'within',
  wanted: [],
})

const other = (name: string, filter: Record<string, unknown>): RuleCondition => ({
  filter,
  field: undefined,
  of: undefined,
  comparison: name.slice(1),
  wanted: [JSON.stringify(filter[name]).slice(0, 200)],
})

/** Comparisons, however they are joined. */
export function countConditions(filter: unknown): number {
  if (Array.isArray(filter)) return filter.reduce((sum, one) => sum + countConditions(one), 0)
  if (!isObject(filter)) return 0
  if (Object.hasOwn(filter, '_field')) return 1
  return Object.entries(filter).reduce((sum, [name, operand]) => {
    if (name === '_and' || name === '_or' || name === '_not') return sum + countConditions(operand)
    if (name === '_parent' || name === '_child')
      return sum + (isObject(operand) ? Math.max(1, countConditions(operand._query)) : 1)
    if (name.startsWith('_') && isObject(operand) && !Object.hasOwn(operand, '_field'))
      return sum + Math.max(1, Object.keys(operand).length)
    return sum + 1
  }, 0)
}
