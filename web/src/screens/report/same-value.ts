import type { Job } from '@assay/contract'

/** Runs of analyzers on the same value, or on the same bytes. */
export const sameValueQuery = ({ dataType, data, attachment }: Job) => ({
  _and: [
    { type: 'analyzer' },
    { dataType },
    attachment ? { 'attachment.id': attachment.id } : { data: String(data ?? '') },
  ],
})
