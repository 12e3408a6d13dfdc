import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from '../data/keys.ts'
import { isRecord } from '../model/levels.ts'
import { formatNumber } from '../texts/index.ts'
import type { Choice } from '../ui/choice-menu.tsx'

const maxValues = 100

/** The values that alerts have in this field, the most frequent first, to choose from. */
export function useAlertValues(field: 'source' | 'type' | 'tags'): Choice[] {
  const stats = useQuery({
    queryKey: keyOf('alertValues', field),
    queryFn: () =>
      api.alertStats({
        stats: [{ _agg: 'field', _field: field, _size: maxValues, _select: [{ _agg: 'count' }] }],
      }),
    staleTime: 60_000,
  })
  return Object.entries(stats.data ?? {}).map(([value, found]) => ({
    value,
    label: value,
    ...(isRecord(found) ? { hint: formatNumber(Number(found.count)) } : {}),
  }))
}
