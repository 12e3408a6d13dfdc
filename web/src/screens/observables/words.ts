import type { ListedValue, ValueTotal } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { shownValue } from '../../base/model/observable.ts'
import { formatNumber, text } from '../../base/texts/index.ts'

/** As the list shows it: a file by its name, else by its hash. */
export const nameOf = ({ dataType, data, hash, filename }: ListedValue): string =>
  filename !== undefined ? defangText(filename) : shownValue({ dataType, data: data ?? hash ?? '' })

export const totalOf = ({ count, atLeast }: ValueTotal): string =>
  atLeast ? text('observables.atLeast', { count }) : formatNumber(count)

/** On a tab there is room for a number. */
export const shortTotal = ({ count, atLeast }: ValueTotal): string =>
  `${formatNumber(count)}${atLeast ? '+' : ''}`
