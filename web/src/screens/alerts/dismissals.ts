import type { AlertV1 } from '@assay/contract'
import { text } from '../../base/texts/index.ts'

export type Dismissal = NonNullable<AlertV1['dismissal']>

export const dismissals: readonly Dismissal[] = ['duplicate', 'benign', 'ownTest', 'other']

export const isDismissal = (value: string): value is Dismissal =>
  dismissals.some((one) => one === value)

export const dismissalName = (dismissal: Dismissal) => text(`alerts.dismissal.${dismissal}`)

/** "dismissed by ana", and why. */
export const withReason = (sentence: string, { dismissal }: Pick<AlertV1, 'dismissal'>): string =>
  dismissal === undefined
    ? sentence
    : text('alerts.dismissedAs', { sentence, reason: text(`alerts.dismissedAs.${dismissal}`) })
