import { useState } from 'react'
import { problemOf } from '../../base/problem.ts'
import { counted, text } from '../../base/texts/index.ts'
import { announce } from '../../base/ui/announcer.tsx'
import { eachOf, type Outcome } from './bulk.ts'

/** What the reader sees of a bulk action. */
export interface BulkState {
  readonly label: string
  readonly total: number
  readonly ended: number
  readonly refused: readonly { readonly name: string; readonly message: string }[]
  readonly isOver: boolean
}

export interface BulkWork<T, R> {
  /** "Deleting". */
  readonly label: string
  readonly items: readonly T[]
  readonly nameOf: (item: T) => string
  readonly work: (item: T) => Promise<R>
}

/** A bulk action, with its progress and its failures. */
export function useBulk() {
  const [state, setState] = useState<BulkState>()

  async function run<T, R>({ label, items, nameOf, work }: BulkWork<T, R>): Promise<Outcome<T, R>> {
    const total = items.length
    setState({ label, total, ended: 0, refused: [], isOver: false })
    const outcome = await eachOf(items, work, (ended) => {
      setState((present) => present && { ...present, ended })
      announce(text('jobs.bulkProgress', { label, ended, total }))
    })
    const refused = outcome.refused.map(({ item, error }) => ({
      name: nameOf(item),
      message: problemOf(error).message,
    }))
    if (refused.length > 0) announce(counted('jobs.bulkRefused', refused.length))
    setState(refused.length > 0 ? { label, total, ended: total, refused, isOver: true } : undefined)
    return outcome
  }

  const isBusy = state !== undefined && !state.isOver
  return { state, isBusy, run, forget: () => setState(undefined) }
}
