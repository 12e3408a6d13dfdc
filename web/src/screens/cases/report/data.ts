import type { CaseV1, ProcedureV1, StoryEntry, TaskV1 } from '@assay/contract'
import { useProcedures, useStory } from '../story/data.ts'
import { type CaseValue, useCaseValues } from '../story/side-values.tsx'
import { useCaseTasks } from '../tasks/data.ts'

export const parts = ['summary', 'values', 'techniques', 'timeline', 'tasks', 'people'] as const
export type Part = (typeof parts)[number]

/** All that a report says; screen, paper and file are made of it. */
export interface CaseReport {
  readonly row: CaseV1
  readonly values: readonly CaseValue[]
  /** Beyond those that are shown. */
  readonly moreValues: number
  readonly procedures: readonly ProcedureV1[]
  readonly story: readonly StoryEntry[]
  readonly moreStory: number
  readonly tasks: readonly TaskV1[]
  readonly people: readonly string[]
}

const maxStory = 500

/** Undefined until everything is there: half a report must not be printed. */
export function useCaseReport(row: CaseV1): {
  report: CaseReport | undefined
  error: unknown
} {
  const values = useCaseValues(row._id)
  const procedures = useProcedures(row._id)
  const story = useStory(row._id, maxStory)
  const tasks = useCaseTasks(row._id)
  const isJudged = values.values.every(({ verdict }) => verdict !== undefined)
  const error = values.query.error ?? procedures.error ?? story.error ?? tasks.error
  if (!values.query.data || !procedures.data || !story.data || !tasks.data || !isJudged)
    return { report: undefined, error }
  const entries = story.data.rows.toReversed()
  return {
    error,
    report: {
      row,
      values: values.values,
      moreValues: values.total - values.values.length,
      procedures: procedures.data.rows,
      story: entries,
      moreStory: story.data.total - entries.length,
      tasks: tasks.data.rows,
      people: [
        ...new Set(
          [
            row.assignee,
            row._createdBy,
            ...entries.flatMap(({ kind, by }) => (kind === 'verdict' ? [] : by)),
            ...tasks.data.rows.map(({ assignee }) => assignee),
          ].filter((login) => login !== undefined),
        ),
      ],
    },
  }
}

/** The worst first; what was not analyzed is named as such. */
export const levels = ['malicious', 'suspicious', 'none', 'safe', null] as const

export const valuesAt = (values: readonly CaseValue[], level: (typeof levels)[number]) =>
  values.filter(({ verdict }) => (verdict?.level ?? null) === level)
