import type { ComponentType, RefObject } from 'react'
import type { SearchChange } from '../../base/routing/location.ts'
import type { TextKey } from '../../base/texts/index.ts'
import type { Choice } from '../../base/ui/choice-menu.tsx'
import type { IconName } from '../../base/ui/icons.tsx'

/** What the server is asked: a part of a search or of a query's filter. */
export type Condition = Readonly<Record<string, unknown>>

/** What is chosen, by key; what is not chosen is an empty list. */
export type FilterValues = Readonly<Record<string, readonly string[]>>

/** One filter of a list, declared once: the bar, the chips and the question follow from it. */
export interface ListFilter<Row> {
  /** Its name in the address. */
  readonly key: string
  readonly label: TextKey
  /** How it is set. Without one it is set by a press on a value in a row, or by a link. */
  readonly control?: Control<Row>
  /** Impossible values are ignored. */
  readonly accepts?: (value: string) => boolean
  /** The query for the server; called only while something is chosen. */
  readonly query?: (
    values: readonly string[],
    context: { readonly all: FilterValues; readonly now: number },
  ) => Condition | readonly Condition[] | undefined
  /** The same for a list that was read whole. */
  readonly matches?: (row: Row, values: readonly string[]) => boolean
  /** A value in words; itself by default. */
  readonly nameOf?: (value: string) => string
  /** The same where the words are an answer of the server. */
  readonly useNames?: () => (value: string) => string
  /** `Label: value` by default. */
  readonly chip?: 'value only' | 'none'
}

interface Labelled {
  /** When the control says more than the chip. */
  readonly label?: TextKey
}

export type Control<Row> =
  | (Labelled & { readonly kind: 'search'; readonly placeholder?: TextKey })
  | (Labelled & {
      readonly kind: 'choices'
      /** May call hooks. `rows` is undefined until the list was read, or is refused. */
      readonly useChoices: (
        rows: readonly Row[] | undefined,
        chosen: readonly string[],
      ) => readonly Choice[]
      readonly single?: boolean
      readonly takesOthers?: boolean
    })
  | (Labelled & { readonly kind: 'day' })
  | (Labelled & { readonly kind: 'toggle'; readonly icon: IconName })
  | (Labelled & { readonly kind: 'check' })
  /** For several keys at once. */
  | (Labelled & { readonly kind: 'own'; readonly Component: ComponentType<{ list: ListState }> })

/** What a list is made of; a screen adds its columns and its actions. */
export interface ListDeclaration<Row> {
  readonly filters: readonly ListFilter<Row>[]
  readonly idOf: (row: Row) => string
  /** `+name` or `-name`; a list that is read whole has neither order nor pages. */
  readonly defaultSort?: string
  readonly sortable?: readonly string[]
  /** The first is the usual one. */
  readonly pageSizes?: readonly number[]
  readonly texts: {
    readonly noMatch: TextKey
    readonly noMatchAbout?: TextKey
    /** A later page, the rows of which have gone. */
    readonly pageEmpty?: { icon: IconName; title: TextKey; first: TextKey }
    /** Of the bar and of the chips, for screen readers. */
    readonly filters?: TextKey
    readonly chosenFilters?: TextKey
    /** With `{filter}`; needed where chips are shown. */
    readonly removeFilter?: TextKey
  }
}

/** What the address says of a list. Parts that show no rows take the list of any: `ListState`. */
export interface ListState<Row = never> {
  readonly declared: ListDeclaration<Row>
  readonly values: FilterValues
  /** The filter as it is in the address, with its `?`. */
  readonly filterKey: string
  readonly isFiltered: boolean
  readonly sort: string
  /** Index of the first row of the page. */
  readonly from: number
  readonly size: number
  /** Another filter or another order is read from its beginning. */
  readonly change: (change: SearchChange, options?: { push: boolean }) => void
  /** Adds a value: a press on one narrows the list and never widens it. */
  readonly add: (key: string, value: string) => void
  readonly clear: () => void
  readonly goTo: (from: number) => void
  readonly bar: RefObject<HTMLElement | null>
}
