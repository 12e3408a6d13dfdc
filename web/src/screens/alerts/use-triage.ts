import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearch } from '../../base/routing/location.ts'
import type { VirtualRowsHandle } from '../../base/ui/virtual-rows.tsx'
import type { ListState } from '../../shared/list/declaration.ts'
import { isDecided } from './alert-words.ts'
import { useFacts } from './facts.ts'
import { rememberOrder } from './order-memory.ts'
import { ordered } from './ordered.ts'
import { type AlertRow, useAlertList } from './use-alert-list.ts'
import { isOpenView, orderIn, type View } from './views.ts'

/** The list, which of it is open, and what happens to it after a decision. */
export function useTriage(list: ListState<AlertRow>, view: View) {
  const { params, set } = useSearch()
  const { query, rows, newer } = useAlertList(list, view)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [seen, setSeen] = useState(0)
  const handle = useRef<VirtualRowsHandle>(null)
  const order = orderIn(params)
  const byId = new Map(rows.map((row) => [row._id, row]))
  const ids = rows.map(({ _id }) => _id)
  const facts = useFacts(ids, order === 'newest' ? seen : ids.length)
  const isSorted = order === 'newest' || facts.isWhole
  // Verdicts that come in later change the marks and not the order: rows do not move under the cursor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const sequence = useMemo(
    () => ordered(rows, isSorted ? order : 'newest', facts.of).map(({ _id }) => _id),
    [ids.join(' '), order, isSorted],
  )
  const shown = sequence
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ _id }) => !isOpenView(view) || !done.has(_id))
  const shownIds = shown.map(({ _id }) => _id).join(' ')
  useEffect(() => rememberOrder(shownIds === '' ? [] : shownIds.split(' ')), [shownIds])
  const wanted = shown.findIndex(({ _id }) => _id === params.get('alert'))
  const at = wanted < 0 ? 0 : wanted

  const open = (row: AlertRow | undefined, withFocus = false) => {
    set({ alert: row?._id })
    if (!row || !withFocus) return
    handle.current?.scrollTo(shown.indexOf(row))
    // A distant row is drawn first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        document
          .querySelector<HTMLElement>(`[data-row="${CSS.escape(row._id)}"] a`)
          ?.focus({ preventScroll: true }),
      ),
    )
  }
  const decided = (id: string) => {
    const from = shown.findIndex(({ _id }) => _id === id)
    const isWaiting = (row: AlertRow) => row._id !== id && !isDecided(row)
    const next =
      shown.slice(from + 1).find(isWaiting) ?? shown.slice(0, Math.max(0, from)).findLast(isWaiting)
    setDone((now) => new Set([...now, id]))
    open(next, true)
    // Nothing is left to decide: the sentence above the list says so.
    if (!next) document.querySelector<HTMLElement>('.triage-head h1')?.focus()
  }
  const undone = (id: string) => {
    setDone((now) => new Set([...now].filter((one) => one !== id)))
    if (!byId.has(id)) void query.refetch()
    set({ alert: id })
  }
  const reload = () => {
    setDone(new Set())
    return query.refetch()
  }
  return {
    query,
    newer,
    reload,
    shown,
    facts: facts.of,
    current: shown[at],
    at,
    open,
    decided,
    undone,
    handle,
    see: (index: number) => setSeen((now) => Math.max(now, index + 1)),
  }
}
