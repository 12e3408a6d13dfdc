import type { ValueName, ValueVerdict } from '@assay/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** The server takes so many in one question. */
const atOnce = 200
/** No list here shows more. */
const maxAsked = 1000

interface Held {
  readonly dataType: string
  readonly data?: unknown
  readonly attachment?: { readonly id?: string } | undefined
}

/** A file goes by its hash. */
export const valueNameOf = ({ dataType, data, attachment }: Held): ValueName =>
  attachment?.id ? { dataType, hash: attachment.id } : { dataType, data: String(data ?? '') }

/** What is known about the values of these rows, as seen from a case if given; nothing is run for it. */
export function useVerdicts<Row extends Held>(
  rows: readonly Row[] = [],
  caseId?: string,
): (row: Row) => ValueVerdict | undefined {
  const values = useMemo(() => rows.map(valueNameOf).filter(isAskable).slice(0, maxAsked), [rows])
  const parts = useMemo(
    () =>
      Array.from({ length: Math.ceil(values.length / atOnce) }, (_, part) =>
        values.slice(part * atOnce, (part + 1) * atOnce),
      ),
    [values],
  )
  const answers = useQueries({
    queries: parts.map((part) => ({
      queryKey: keyOf('verdicts', { values: part, caseId }),
      queryFn: () => inNextCall(part, caseId),
    })),
    combine: dataOf,
  })
  return useMemo(() => {
    const known = new Map(
      parts.flatMap((part, index) =>
        part.map((value, at) => [JSON.stringify(value), answers[index]?.[at]] as const),
      ),
    )
    return (row) => known.get(JSON.stringify(valueNameOf(row)))
  }, [parts, answers])
}

/** Defined once: with the same function the same answers are the same array. */
const dataOf = (results: readonly UseQueryResult<ValueVerdict[]>[]) =>
  results.map(({ data }) => data)

const isAskable = ({ data, hash }: ValueName) => hash !== undefined || data !== ''

interface Call {
  readonly values: Map<string, ValueName>
  readonly answer: Promise<Map<string, ValueVerdict>>
}

const nextCalls = new Map<string | undefined, Call>()
const gatherMs = 15

/** Panels that appear together show much the same values: one question for all of them. */
async function inNextCall(wanted: readonly ValueName[], caseId?: string): Promise<ValueVerdict[]> {
  const keys = wanted.map((value) => JSON.stringify(value))
  const open = nextCalls.get(caseId)
  const isRoom = open && open.values.size + wanted.length <= atOnce
  const call = isRoom ? open : startCall(caseId)
  for (const [at, value] of wanted.entries()) call.values.set(keys[at] ?? '', value)
  const found = await call.answer
  // The server answers for each.
  return keys.map((key) => found.get(key) as ValueVerdict)
}

function startCall(caseId: string | undefined): Call {
  const values = new Map<string, ValueName>()
  const ask = async () => {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    if (nextCalls.get(caseId) === call) nextCalls.delete(caseId)
    const names = [...values]
    const verdicts = await api.valueVerdicts({
      values: names.map(([, value]) => value),
      ...(caseId === undefined ? {} : { caseId }),
    })
    return new Map(
      names.flatMap(([key], at) => {
        const verdict = verdicts[at]
        return verdict ? [[key, verdict] as const] : []
      }),
    )
  }
  const call: Call = { values, answer: ask() }
  nextCalls.set(caseId, call)
  return call
}
