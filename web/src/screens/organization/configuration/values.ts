import { type ConfigurationItem, isSecretItem } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

export type Values = Readonly<Record<string, unknown>>

/** Shared settings that fill the form; the server never merges them in later. */
export interface Sources {
  readonly base: Values
  readonly global: Values
}

export interface Inherited {
  readonly origin: 'base' | 'global' | 'default'
  readonly value: unknown
}

/** The content of a field: one text, or one per element of a list. Yes and no are `true`, `false`. */
export type Draft = string | readonly string[]

export type FieldState =
  /** Follows what is shared, or the default. */
  | { readonly kind: 'inherited' }
  /** A saved secret; it is never shown. */
  | { readonly kind: 'stored' }
  | { readonly kind: 'own'; readonly draft: Draft }

/** A yes or no is no secret, whatever it is called. */
export const holdsSecret = ({ name, type }: ConfigurationItem) =>
  type !== 'boolean' && isSecretItem(name)

/** A default is public, in the definition; everything else stays hidden. */
export const isUnseen = (
  item: ConfigurationItem,
  state: FieldState,
  inherited: Inherited | undefined,
) =>
  holdsSecret(item) &&
  (state.kind === 'stored' || (state.kind === 'inherited' && inherited?.origin !== 'default'))

export const isBlank = (draft: Draft) => [draft].flat().every((element) => element === '')

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** The nearest one counts: what is shared by its flavours, by all, then the default. */
export function inheritedOf(item: ConfigurationItem, sources: Sources): Inherited | undefined {
  const found: Inherited[] = [
    { origin: 'base', value: sources.base[item.name] },
    { origin: 'global', value: sources.global[item.name] },
    { origin: 'default', value: item.defaultValue },
  ]
  return found.find(({ value }) => !isEmpty(value))
}

/** `stored` is the configuration as it is now; undefined for something that is not enabled yet. */
export function firstState(
  item: ConfigurationItem,
  stored: Values | undefined,
  inherited: Inherited | undefined,
): FieldState {
  const value = stored?.[item.name]
  if (value === undefined) return inherited ? { kind: 'inherited' } : emptyOwn(item)
  if (isEmpty(value)) return emptyOwn(item)
  if (inherited && isSame(value, inherited.value)) return { kind: 'inherited' }
  if (holdsSecret(item)) return { kind: 'stored' }
  return { kind: 'own', draft: draftOf(item, value) }
}

export const emptyOwn = ({ multi }: ConfigurationItem): FieldState => ({
  kind: 'own',
  draft: multi ? [] : '',
})

/** What the field shows: of a secret that is kept or shared, nothing. */
export function shownDraft(
  item: ConfigurationItem,
  state: FieldState,
  inherited: Inherited | undefined,
): Draft {
  if (state.kind === 'own') return state.draft
  if (isUnseen(item, state, inherited) || showsDefault(item, inherited)) return item.multi ? [] : ''
  return draftOf(item, inherited?.value)
}

/** A default shown in the empty field; a switch shows it by its position. */
export const showsDefault = (
  { type, format }: ConfigurationItem,
  inherited: Inherited | undefined,
) => inherited?.origin === 'default' && type !== 'boolean' && format === undefined

export const defaultText = (item: ConfigurationItem, inherited: Inherited | undefined): string =>
  showsDefault(item, inherited) ? [draftOf(item, inherited?.value)].flat().join('\n') : ''

export function draftOf({ multi }: ConfigurationItem, value: unknown): Draft {
  if (multi) return Array.isArray(value) ? value.map(String) : isEmpty(value) ? [] : [String(value)]
  return isEmpty(value) ? '' : String(value)
}

export type Reading = { value: unknown } | { error: string }

/** What is sent for a field, or why it cannot be sent. */
export function readField(
  item: ConfigurationItem,
  state: FieldState,
  stored: Values | undefined,
  inherited: Inherited | undefined,
): Reading {
  if (state.kind === 'inherited') return { value: inherited?.value ?? null }
  if (state.kind === 'stored') return { value: stored?.[item.name] ?? null }
  const reading = item.multi
    ? readList(item, state.draft)
    : readOne(item, typeof state.draft === 'string' ? state.draft : '')
  const isMissing = 'value' in reading && isEmpty(reading.value)
  if (item.required && isMissing) return { error: text('configuration.required') }
  return reading
}

function readList(item: ConfigurationItem, draft: Draft): Reading {
  const readings = [draft].flat().map((element) => readOne(item, element))
  const wrong = readings.find((reading) => 'error' in reading)
  if (wrong) return wrong
  const values = readings.flatMap((reading) => ('value' in reading ? [reading.value] : []))
  return { value: values.filter((value) => value !== null) }
}

function readOne({ type }: ConfigurationItem, draft: string): Reading {
  if (draft.trim() === '') return { value: null }
  switch (type) {
    case 'string':
    case 'text':
      return { value: draft }
    case 'number': {
      const number = Number(draft)
      return Number.isFinite(number) ? { value: number } : { error: text('configuration.number') }
    }
    case 'boolean':
      return { value: draft === 'true' }
  }
}

export type States = Readonly<Record<string, FieldState>>

export function firstStates(
  items: readonly ConfigurationItem[],
  stored: Values | undefined,
  sources: Sources,
): States {
  return Object.fromEntries(
    items.map((item) => [item.name, firstState(item, stored, inheritedOf(item, sources))]),
  )
}

/** A whole configuration to send, and what is wrong with it by name of the item. */
export function readFields(
  items: readonly ConfigurationItem[],
  states: States,
  stored: Values | undefined,
  sources: Sources,
): { values: Record<string, unknown>; errors: Record<string, string> } {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const item of items) {
    const state = states[item.name] ?? emptyOwn(item)
    const reading = readField(item, state, stored, inheritedOf(item, sources))
    if ('error' in reading) errors[item.name] = reading.error
    else values[item.name] = reading.value
  }
  return { values, errors }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Names of the items that have a value. The values themselves are dropped: they are secrets. */
export const setNames = (values: Values): string[] =>
  Object.entries(values).flatMap(([name, value]) => (isEmpty(value) ? [] : [name]))
