import type { ClockPolicy } from '@assay/contract'
import { duration } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'

/** `Resolve within 4 h`. */
export const policyName = ({ kind, minutes }: Pick<ClockPolicy, 'kind' | 'minutes'>) =>
  text('clocks.named', {
    kind: text(`clocks.kind.${kind}`),
    time: duration(minutes * 60_000),
  })
