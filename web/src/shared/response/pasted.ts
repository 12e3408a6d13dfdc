import { detect, splitValues } from '@assay/contract'

/** What was pasted, and its corrections. */
export interface Pasted {
  readonly text: string
  /** Other types than the detected ones, by value. */
  readonly types: Readonly<Record<string, string>>
  /** Deselected values. */
  readonly dropped: readonly string[]
}

export const nothingPasted: Pasted = { text: '', types: {}, dropped: [] }

/** One observable as it is sent. */
export interface TypedValue {
  readonly dataType: string
  readonly data: string
}

export interface PastedValue extends TypedValue {
  /** Types that are offered first. */
  readonly likely: readonly string[]
  readonly notes: readonly string[]
  /** Not recognized as an observable, and no type chosen: shown, but not added. */
  readonly isUnread: boolean
}

/** What is added: everything recognized, and what was given a type by hand. */
export const observablesIn = (pasted: Pasted): PastedValue[] =>
  valuesIn(pasted).filter(({ isUnread }) => !isUnread)

/** The different values of a paste, refanged, each with its type. Nothing is left out. */
export function valuesIn({ text, types, dropped }: Pasted): PastedValue[] {
  const found = new Map<string, PastedValue>()
  for (const word of splitValues(text)) {
    const { dataType, value, alternatives, notes, kind } = detect(word)
    if (found.has(value) || dropped.includes(value)) continue
    const chosen = Object.hasOwn(types, value) ? types[value] : undefined
    const likely = [dataType, ...alternatives]
    const isUnread = dataType === 'other' && kind === undefined && chosen === undefined
    found.set(value, { dataType: chosen ?? dataType, data: value, likely, notes, isUnread })
  }
  return [...found.values()]
}

/** Calls that add observables take many values, of one type each. */
export function byType(values: readonly TypedValue[]): { dataType: string; data: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { dataType, data } of values) {
    groups.set(dataType, [...(groups.get(dataType) ?? []), data])
  }
  return [...groups].map(([dataType, data]) => ({ dataType, data }))
}
