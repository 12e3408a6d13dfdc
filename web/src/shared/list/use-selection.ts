import { useState } from 'react'
import { afterUndoTime } from '../../base/attempt.ts'
import { toggled } from '../../base/ui/table.tsx'
import type { ListState } from './declaration.ts'

interface SelectionOptions {
  /** Chosen rows stay chosen on other pages of the same filter. */
  isAcrossPages?: boolean
}

interface Removal {
  message: string
  work: () => Promise<unknown>
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>

/**
 * Which rows are chosen, and which were just removed. Another list has other rows: it starts again.
 */
export function useSelection<Row>(
  list: ListState<Row>,
  rows: readonly Row[],
  { isAcrossPages = false }: SelectionOptions = {},
) {
  const { idOf } = list.declared
  const key = isAcrossPages ? list.filterKey : [list.filterKey, list.sort, list.from].join()
  const [kept, setKept] = useState<{ key: string; rows: ReadonlyMap<string, Row> }>({
    key,
    rows: new Map(),
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = rows.filter((row) => !hidden.has(idOf(row)))
  const present = new Map(shown.map((row) => [idOf(row), row]))
  const before: ReadonlyMap<string, Row> = kept.key === key ? kept.rows : new Map()
  const ids: ReadonlySet<string> = new Set(before.keys())
  const choose = (next: ReadonlySet<string>) => {
    const found = [...next].flatMap((id) => {
      const row = present.get(id) ?? before.get(id)
      return row === undefined ? [] : [[id, row] as const]
    })
    setKept({ key, rows: new Map(found) })
  }
  const clear = () => choose(new Set())
  const show = (gone: readonly Row[]) => {
    const again = new Set(gone.map((row) => idOf(row)))
    setHidden((now) => new Set([...now].filter((id) => !again.has(id))))
  }

  /** Rows leave the sight at once and the server after the time for an undo, which brings them back. */
  const remove = (gone: readonly Row[], { message, work }: Removal) => {
    setHidden((now) => new Set([...now, ...gone.map((row) => idOf(row))]))
    clear()
    afterUndoTime({ message, work, onUndo: () => show(gone) })
  }
  return {
    /** All that are to be seen. */
    shown,
    ids,
    // Of rows in sight the present state counts: one may have changed since it was chosen.
    chosen: [...before].flatMap(([id, row]) => present.get(id) ?? (isAcrossPages ? row : [])),
    choose,
    toggle: (id: string) => choose(toggled(ids, id)),
    clear,
    show,
    remove,
  }
}
