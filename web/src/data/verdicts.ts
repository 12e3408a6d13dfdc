import type { ValueName, ValueVerdict } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** The server takes so many in one question; no list of ours shows more at once. */
const maxAsked = 200

interface Held {
  readonly dataType: string
  readonly data?: unknown
  readonly attachment?: { readonly id?: string } | undefined
}

/** A file goes by its hash. */
export const valueNameOf = ({ dataType, data, attachment }: Held): ValueName =>
  attachment?.id ? { dataType, hash: attachment.id } : { dataType, data: String(data ?? '') }

/** What is known about the values of these rows; nothing is run for it. */
export function useVerdicts<Row extends Held>(
  rows: readonly Row[] = [],
): (row: Row) => ValueVerdict | undefined {
  const values = useMemo(() => rows.map(valueNameOf).filter(isAskable).slice(0, maxAsked), [rows])
  const verdicts = useQuery({
    queryKey: keyOf('verdicts', values),
    queryFn: ({ signal }) => api.valueVerdicts({ values }, { signal }),
    enabled: values.length > 0,
  })
  return useMemo(() => {
    const known = new Map(values.map((value, at) => [JSON.stringify(value), verdicts.data?.[at]]))
    return (row) => known.get(JSON.stringify(valueNameOf(row)))
  }, [values, verdicts.data])
}

const isAskable = ({ data, hash }: ValueName) => hash !== undefined || data !== ''
