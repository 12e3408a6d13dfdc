import type { ValueName } from '@assay/contract'

/** Jobs on the same value. */
export const jobsQuery = ({ dataType, data, hash }: ValueName): Record<string, unknown> => ({
  _and: [
    hash === undefined ? { data } : { 'attachment.id': hash },
    { dataType },
    { type: 'analyzer' },
  ],
})
