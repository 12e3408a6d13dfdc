import type { ValueName } from '@assay/contract'

const sha256 = /^[0-9a-f]{64}$/i

/** What the address names. A file goes by its hash; older addresses had it as `value`. */
export function subjectOf(params: URLSearchParams): ValueName | undefined {
  const dataType = params.get('type') ?? ''
  const value = params.get('value') ?? ''
  const hash = params.get('hash') ?? (dataType === 'file' && sha256.test(value) ? value : '')
  if (dataType === '') return undefined
  if (sha256.test(hash)) return { dataType, hash: hash.toLowerCase() }
  return value === '' || dataType === 'file' ? undefined : { dataType, data: value }
}

/** Jobs on the same value. */
export const jobsQuery = ({ dataType, data, hash }: ValueName): Record<string, unknown> => ({
  _and: [
    hash === undefined ? { data } : { 'attachment.id': hash },
    { dataType },
    { type: 'analyzer' },
  ],
})
