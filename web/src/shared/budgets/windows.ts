import type { BudgetWindow } from '@assay/contract'
import { duration } from '../../base/model/times.ts'
import { formatNumber, text } from '../../base/texts/index.ts'

/** The word of a window, or its seconds. */
export const windowName = ({ per }: Pick<BudgetWindow, 'per'>): string =>
  typeof per === 'number'
    ? text('brakes.per.seconds', { time: duration(per * 1_000) })
    : text(`brakes.per.${per}`)

/** "4 per minute, 500 per day" */
export const windowsWords = (windows: readonly BudgetWindow[]): string =>
  windows
    .map((window) =>
      text('brakes.window', {
        count: formatNumber(window.count),
        per: windowName(window).toLowerCase(),
      }),
    )
    .join(', ')
