import type { ValueAnswer, ValueDetail } from '@assay/contract'

type Running = ValueDetail['running'][number]

/** Kinds of results, never added together. */
export interface Results {
  /** With something to say, the worst first. */
  readonly said: readonly ValueAnswer[]
  readonly failed: readonly ValueAnswer[]
  readonly nothing: readonly ValueAnswer[]
  readonly notApplicable: readonly ValueAnswer[]
  readonly running: readonly Running[]
  readonly waiting: readonly Running[]
}

/** What each analyzer came to; one that runs again is among those that run. */
export function resultsOf({ answers, running }: Pick<ValueDetail, 'answers' | 'running'>): Results {
  const open = new Map(running.toReversed().map((job) => [job.analyzer, job]))
  const ended = answers.filter(({ analyzer }) => !open.has(analyzer))
  const failed = ended.filter(({ level, failure }) => level === null && failure)
  const skipped = failed.filter(({ failure }) => failure?.notApplicable !== undefined)
  const answered = ended.filter(({ level }) => level !== null)
  const isSilent = ({ level, reasons }: ValueAnswer) => level === 'none' && reasons.length === 0
  return {
    said: answered.filter((answer) => !isSilent(answer)),
    failed: failed.filter((answer) => !skipped.includes(answer)),
    nothing: answered.filter(isSilent),
    notApplicable: skipped,
    running: [...open.values()].filter(({ status }) => status === 'InProgress'),
    waiting: [...open.values()].filter(({ status }) => status === 'Waiting'),
  }
}
