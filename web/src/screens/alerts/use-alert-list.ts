import type { AlertV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { type Key, keyOf } from '../../base/data/keys.ts'
import { countQuery, runQuery } from '../../base/data/query.ts'
import { allOf, filterSteps, isOneOf, listStep, pageStep, sortStep } from '../../base/data/steps.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { useSession } from '../../base/session/session.ts'
import type { ListState } from '../../shared/list/declaration.ts'
import { conditionOf } from '../../shared/list/filters.ts'
import { isOpenView, type View, viewFilter } from './views.ts'

export interface AlertRow extends AlertV1 {
  /** It was deleted while it was shown. */
  readonly isGone?: boolean
}

/** Without events: how often it is asked whether there are more. */
const pollMs = 15_000

/**
 * Alerts whose rows do not move. Events reload the content of the rows and the current total; the
 * list itself is reloaded only on request.
 */
export function useAlertList(
  { declared, values, sort, from, size }: ListState<AlertRow>,
  view: View,
) {
  const isLive = useIsLive()
  const { user } = useSession()
  const filter = allOf([conditionOf(declared.filters, values), viewFilter(view, user.id)])
  const steps = [listStep('Alert'), ...filterSteps(filter)]
  // Not `alerts`: events must not invalidate it.
  const list = useQuery({
    queryKey: keyOf('alertList', filter, sort, from, size),
    queryFn: ({ signal }) =>
      runQuery<AlertV1>(
        [...steps, sortStep(sort), pageStep(from, size, { extraData: ['total', 'caseNumber'] })],
        { name: 'alerts', signal },
      ),
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isRead = list.isSuccess && !list.isPlaceholderData
  const rows = list.data?.rows ?? []
  const ids = rows.map(({ _id }) => _id)
  const present = useQuery({
    queryKey: keyOf('alerts', 'rows', ids),
    queryFn: async ({ signal }) => {
      const these = filterSteps(isOneOf('_id', ids))
      const all = pageStep(0, size, { extraData: ['caseNumber'] })
      const found = await runQuery<AlertV1>([listStep('Alert'), ...these, all], { signal })
      return found.rows
    },
    initialData: rows,
    initialDataUpdatedAt: list.dataUpdatedAt,
    enabled: ids.length > 0,
    refetchInterval: isLive ? false : 2 * pollMs,
  })
  const total = useQuery({
    queryKey: keyOf('alerts', 'total', filter),
    queryFn: () => countQuery(steps),
    enabled: isRead,
    initialData: isRead ? list.data.total : undefined,
    initialDataUpdatedAt: list.dataUpdatedAt,
    refetchInterval: isLive ? false : pollMs,
  })
  const isLater = (query: { dataUpdatedAt: number }) => query.dataUpdatedAt > list.dataUpdatedAt
  const byId = new Map(present.data.map((alert) => [alert._id, alert]))
  const shown: AlertRow[] = isLater(present)
    ? rows.map((row) => byId.get(row._id) ?? { ...row, isGone: true })
    : rows
  // A decision takes an alert out of the view: that is the same list, only shorter.
  const left = isOpenView(view) ? shown.filter((row) => row.read || row.isGone).length : 0
  return {
    query: list,
    rows: shown,
    total: total.data,
    /** How many more there are than when the list was read. */
    newer: isRead && isLater(total) ? (total.data ?? 0) - (list.data.total - left) : 0,
  }
}

/** How many wait, in total and for the current user. */
export function useWaitingAlerts() {
  const { user } = useSession()
  const isLive = useIsLive()
  const count = (view: View, key: Key) => ({
    queryKey: key,
    queryFn: () => countQuery([listStep('Alert'), ...filterSteps(viewFilter(view, user.id))]),
    refetchInterval: isLive ? (false as const) : pollMs,
  })
  return {
    new: useQuery(count('new', keyOf('alerts', 'count', 'unread'))).data,
    mine: useQuery(count('mine', keyOf('alerts', 'count', 'mine', user.id))).data,
  }
}
