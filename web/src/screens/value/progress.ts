import type { ValueDetail } from '@assay/contract'

export interface Progress {
  readonly asked: number
  readonly done: number
  readonly running: number
  readonly waiting: number
  /** Of those that the verdict does not wait for. */
  readonly late: readonly string[]
}

/** How far the analyzers are; one that runs again counts once. */
export function progressOf({
  answers,
  running,
}: Pick<ValueDetail, 'answers' | 'running'>): Progress {
  const open = new Map(running.toReversed().map((job) => [job.analyzer, job]))
  const isRunning = running.filter(({ status }) => status === 'InProgress')
  const active = new Set(isRunning.map(({ analyzer }) => analyzer))
  const names = new Set([...answers.map(({ analyzer }) => analyzer), ...open.keys()])
  return {
    asked: names.size,
    done: names.size - open.size,
    running: active.size,
    waiting: open.size - active.size,
    late: [...open.values()].filter(({ isLate }) => isLate).map(({ analyzer }) => analyzer),
  }
}
