import type { AlertV1, CaseV1, ObservableV1, TaskV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { filterSteps, getStep, isOneOf, listStep, pageStep } from '../../../base/data/steps.ts'
import { shownValue } from '../../../base/model/observable.ts'
import type { Target } from '../actions/data.ts'
import type { Acted } from './fates.ts'
import type { Prefills } from './inputs.ts'

/** One run: what it is about, and the observables that the responder gets. */
export interface Subject {
  readonly target: Target
  readonly rows: readonly SubjectRow[]
}

export interface SubjectRow {
  readonly id: string
  readonly shown: string
  /** A file has several: its hashes. */
  readonly acted: readonly Acted[]
}

export interface Subjects {
  readonly subjects: readonly Subject[]
  /** Of an alert with more observables than are read here. */
  readonly more: number
  readonly prefills: Prefills
}

const maxRead = 100

/** What the targets contain: for the preview, and to fill in the form. */
export const useSubjects = (targets: readonly Target[]) => {
  const [first] = targets
  const ids = targets.map(({ id }) => id)
  return useQuery({
    queryKey: keyOf('respondTo', first?.type ?? 'case', ids),
    queryFn: ({ signal }) => readSubjects(targets, signal),
    staleTime: 30_000,
    enabled: first !== undefined,
  })
}

async function readSubjects(targets: readonly Target[], signal: AbortSignal): Promise<Subjects> {
  const [first] = targets
  if (first?.type === 'case_artifact') return observablesOf(targets, signal)
  if (first?.type === 'alert') return alertOf(first, signal)
  const subjects = targets.map((target) => ({ target, rows: [] }))
  if (first?.type === 'case') {
    const [row] = await rowsOf<CaseV1>([getStep('Case', first.id), pageStep(0, 1)], signal)
    return { subjects, more: 0, prefills: row ? prefillsOfCase(row) : {} }
  }
  if (first === undefined) return { subjects, more: 0, prefills: {} }
  const [task] = await rowsOf<TaskV1>([getStep('Task', first.id), pageStep(0, 1)], signal)
  return { subjects, more: 0, prefills: task ? { 'task.title': task.title } : {} }
}

const rowsOf = async <Row>(steps: Parameters<typeof runQuery>[0], signal: AbortSignal) =>
  (await runQuery<Row>(steps, { name: 'respond', signal })).rows

async function observablesOf(targets: readonly Target[], signal: AbortSignal): Promise<Subjects> {
  const ids = targets.map(({ id }) => id)
  const [rows, [parent]] = await Promise.all([
    rowsOf<ObservableV1>(
      [listStep('Observable'), ...filterSteps(isOneOf('_id', ids)), pageStep(0, ids.length)],
      signal,
    ),
    rowsOf<CaseV1>(
      [getStep('Observable', ids[0] ?? ''), { _name: 'case' }, pageStep(0, 1)],
      signal,
    ).catch(() => []),
  ])
  const byId = new Map(rows.map((row) => [row._id, row]))
  const [only] = rows
  return {
    subjects: targets.flatMap((target) => {
      const row = byId.get(target.id)
      return row ? [{ target, rows: [rowOf(row)] }] : []
    }),
    more: 0,
    prefills: {
      ...(parent ? prefillsOfCase(parent) : {}),
      // Several have not one value that could be proposed for all.
      ...(rows.length === 1 && only
        ? { 'observable.data': only.data ?? '', 'observable.message': only.message ?? '' }
        : {}),
    },
  }
}

async function alertOf(target: Target, signal: AbortSignal): Promise<Subjects> {
  const [[alert], found] = await Promise.all([
    rowsOf<AlertV1>([getStep('Alert', target.id), pageStep(0, 1)], signal),
    runQuery<ObservableV1>(
      [
        getStep('Alert', target.id),
        { _name: 'observables' },
        pageStep(0, maxRead, { extraData: ['total'] }),
      ],
      { name: 'respond', signal },
    ),
  ])
  return {
    subjects: [{ target, rows: found.rows.map(rowOf) }],
    more: Math.max(0, found.total - found.rows.length),
    prefills: alert ? { 'alert.title': alert.title, 'alert.source': alert.source } : {},
  }
}

const prefillsOfCase = ({ title, number, description, assignee }: CaseV1): Prefills => ({
  'case.title': title,
  'case.number': String(number),
  'case.description': description,
  ...(assignee ? { 'case.assignee': assignee } : {}),
})

function rowOf(row: ObservableV1): SubjectRow {
  const { _id: id, dataType, data, attachment } = row
  return {
    id,
    shown: shownValue(row),
    acted: attachment
      ? (attachment.hashes ?? [attachment.id ?? '']).map((hash) => ({
          dataType: 'hash',
          data: hash,
        }))
      : [{ dataType, data: data ?? '' }],
  }
}
